package org.reprise.ebms;

import java.time.Duration;
import java.util.List;
import org.reprise.ebms.envelope.EnvelopeLimits;
import org.reprise.ebms.packaging.PackagingLimits;
import org.reprise.ebms.ping.PingSettings;
import org.reprise.ebms.security.SecuritySettings;
import org.reprise.ebms.send.SendSettings;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * All settings of the message handler, under {@code reprise.ebms}.
 *
 * @param localParties parties for whom messages are received, as {@code type:value}; empty for
 *     every party of an agreement
 * @param allowedHosts hosts to which messages may be sent: names as endpoints have them, {@code
 *     *.example.org} for all below a domain, {@code *} for all
 * @param allowPlainHttp whether messages are taken without TLS from other machines; without it
 *     plain HTTP is for loopback only
 * @param agreementRefresh how soon an instance sees agreements that another one changed
 * @param limits bounds on a message's bytes
 * @param envelope bounds on an envelope's XML
 * @param send how messages are sent
 * @param ping how Pings are answered
 * @param security keys, and who is trusted
 */
@ConfigurationProperties("reprise.ebms")
public record EbmsSettings(
    @DefaultValue List<String> localParties,
    @DefaultValue({"localhost", "127.0.0.1", "[::1]"}) List<String> allowedHosts,
    @DefaultValue("false") boolean allowPlainHttp,
    @DefaultValue("2s") Duration agreementRefresh,
    @DefaultValue PackagingLimits limits,
    @DefaultValue EnvelopeLimits envelope,
    @DefaultValue SendSettings send,
    @DefaultValue PingSettings ping,
    @DefaultValue SecuritySettings security) {
  /** Copies; refuses what could not work. */
  public EbmsSettings {
    localParties = List.copyOf(localParties);
    allowedHosts = List.copyOf(allowedHosts);
    if (agreementRefresh.toMillis() < 100) {
      throw new IllegalArgumentException(
          "reprise.ebms.agreement-refresh must be at least 100ms, was " + agreementRefresh);
    }
  }
}
