package org.reprise.ebms.receive;

import io.micrometer.core.instrument.MeterRegistry;
import jakarta.servlet.DispatcherType;
import java.time.InstantSource;
import org.reprise.ebms.EbmsSettings;
import org.reprise.ebms.agreement.Agreements;
import org.reprise.ebms.packaging.MessageReader;
import org.reprise.ebms.ping.Answers;
import org.reprise.ebms.ping.Pings;
import org.reprise.ebms.security.ClientCertificates;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;

/** Puts the endpoint before everything else. */
@Configuration(proxyBeanMethods = false)
class ReceiveConfiguration {
  @Bean
  FilterRegistrationBean<EbmsEndpoint> ebmsEndpoint(
      EbmsSettings settings,
      MessageReader reader,
      Agreements agreements,
      Answers answers,
      Pings pings,
      ClientCertificates clients,
      MeterRegistry registry) {
    Receiver receiver =
        new Receiver(
            agreements,
            new LocalParties(settings.localParties()),
            answers,
            pings,
            InstantSource.system());
    FilterRegistrationBean<EbmsEndpoint> registration =
        new FilterRegistrationBean<>(
            new EbmsEndpoint(
                reader, receiver, new ReceiveMeters(registry), clients, settings.allowPlainHttp()));
    registration.addUrlPatterns(EbmsEndpoint.PATH);
    registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
    return registration;
  }

  @Bean
  FilterRegistrationBean<ContainerErrors> ebmsContainerErrors() {
    FilterRegistrationBean<ContainerErrors> registration =
        new FilterRegistrationBean<>(new ContainerErrors());
    registration.setDispatcherTypes(DispatcherType.ERROR);
    registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
    return registration;
  }
}
