package org.reprise.ebms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.ebms.message.MessageSettings;
import org.reprise.ebms.packaging.PackagingLimits;
import org.reprise.ebms.receive.ReceiveSettings;
import org.reprise.ebms.security.SecuritySettings;
import org.reprise.ebms.send.AllowedHosts;
import org.reprise.ebms.send.SendSettings;
import org.reprise.ebms.signal.PingSettings;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** Defaults, and wrong values that stop the service with the property's name. */
class SettingsTest {
  private static EbmsSettings bind(Map<String, String> values) {
    bind(SendSettings.class, values);
    bind(PingSettings.class, values);
    bind(MessageSettings.class, values);
    bind(PackagingLimits.class, values);
    bind(ReceiveSettings.class, values);
    bind(SecuritySettings.class, values);
    return bind(EbmsSettings.class, values);
  }

  private static <T> T bind(Class<T> settings, Map<String, String> values) {
    return new Binder(new MapConfigurationPropertySource(values))
        .bindOrCreate(settings.getAnnotation(ConfigurationProperties.class).value(), settings);
  }

  @Test
  void defaultsAreSafe() {
    EbmsSettings settings = bind(Map.of());
    assertThat(settings.localParties()).isEmpty();
    assertThat(settings.allowedHosts()).containsExactly("localhost", "127.0.0.1", "[::1]");
    ReceiveSettings receive = bind(ReceiveSettings.class, Map.of());
    assertThat(receive.allowPlainHttp()).isFalse();
    assertThat(receive.errorReports()).isEqualTo(ReceiveSettings.ErrorReporting.BY_AGREEMENT);
    PackagingLimits limits = bind(PackagingLimits.class, Map.of());
    assertThat(limits.message().toMegabytes()).isEqualTo(32);
    assertThat(limits.envelope().toKilobytes()).isEqualTo(512);
    SendSettings send = bind(SendSettings.class, Map.of());
    assertThat(send.queueCapacity()).isEqualTo(1000);
    assertThat(send.maxWait()).isEqualTo(Duration.ofSeconds(5));
    assertThat(send.closeWithin()).isEqualTo(Duration.ofSeconds(15));
    assertThat(bind(PingSettings.class, Map.of()).persist()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "limits.envelope, 64MB, reprise.ebms.limits.envelope",
    "limits.parts, 0, parts",
    "limits.time, 0s, reprise.ebms.limits.time",
    "send.queue-capacity, 0, reprise.ebms.send.queue-capacity",
    "send.connections, -1, reprise.ebms.send.connections",
    "send.queue-wait, -1s, queue-wait",
    "send.max-wait, 0s, reprise.ebms.send.max-wait",
    "send.close-within, -1s, reprise.ebms.send.close-within",
    "ping.answer-within, 0s, reprise.ebms.ping.answer-within",
    "ping.keep, -1s, reprise.ebms.ping.keep",
    "lease, 1ms, reprise.ebms.lease",
    "spool, /nowhere/at/all, reprise.ebms.spool",
    "messages.look, 1ms, reprise.ebms.messages.look",
    "messages.backlog, 0, backlog",
    "admission.max-wait, 0s, reprise.ebms.admission.max-wait",
    "error-status, 404, reprise.ebms.error-status",
    "security.trust-store, /tmp, reprise.ebms.security.trust-store must name a file"
  })
  void namesInvalidValues(String property, String value, String message) {
    assertThatThrownBy(() -> bind(Map.of("reprise.ebms." + property, value)))
        .rootCause()
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://partner.example",
        "partner.example:8443",
        "partner.example/ebms",
        "part ner.example",
        "partner..example",
        "-partner.example",
        "*partner.example",
        "partner.*",
        "*.",
        "**",
        "::1"
      })
  void refusesAllowedHostThatNoEndpointHas(String host) {
    assertThatThrownBy(() -> bind(Map.of("reprise.ebms.allowed-hosts", "localhost," + host)))
        .rootCause()
        .hasMessageContaining("reprise.ebms.allowed-hosts")
        .hasMessageContaining("'" + host + "'");
  }

  @Test
  void acceptsAllowedHostsOfAllForms() {
    String hosts = "*, *.Example.org, partner-1.example, localhost, 127.0.0.1, [::1]";
    assertThat(bind(Map.of("reprise.ebms.allowed-hosts", hosts)).allowedHosts()).hasSize(6);
  }

  @ParameterizedTest
  @CsvSource({
    "http://localhost:80/x, true",
    "http://LOCALHOST/x, true",
    "https://a.example.org/x, true",
    "https://a.b.example.org/x, true",
    "https://example.org/x, false",
    "https://badexample.org/x, false",
    "http://127.1/x, false",
    "http://169.254.169.254/x, false",
    "http://localhost.evil.org/x, false",
    "http:///x, false"
  })
  void allowsHostsByName(String endpoint, boolean allowed) {
    AllowedHosts hosts = new AllowedHosts(List.of("localhost", "*.Example.org"));
    assertThat(hosts.allow(URI.create(endpoint))).isEqualTo(allowed);
  }
}
