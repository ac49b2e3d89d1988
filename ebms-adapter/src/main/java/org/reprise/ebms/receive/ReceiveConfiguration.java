package org.reprise.ebms.receive;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import org.reprise.ebms.agreement.Agreements;
import org.reprise.ebms.agreement.LocalParties;
import org.reprise.ebms.message.ErrorReports;
import org.reprise.ebms.message.Inbox;
import org.reprise.ebms.message.MessageProtection;
import org.reprise.ebms.message.MessageStates;
import org.reprise.ebms.message.StatusRequests;
import org.reprise.ebms.packaging.MessageReader;
import org.reprise.ebms.ping.Answers;
import org.reprise.ebms.ping.Pings;
import org.reprise.ebms.security.ClientCertificates;
import org.reprise.ebms.send.Partners;
import org.reprise.kit.error.ErrorShape;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(ReceiveSettings.class)
class ReceiveConfiguration {
  @Bean
  FilterRegistrationBean<EbmsEndpoint> ebmsEndpoint(
      ReceiveSettings settings,
      MessageReader reader,
      Agreements agreements,
      LocalParties localParties,
      ErrorReports reports,
      Answers answers,
      Pings pings,
      Inbox inbox,
      MessageProtection protection,
      MessageStates messageStates,
      StatusRequests statusRequests,
      Partners partners,
      ClientCertificates clients,
      MeterRegistry registry) {
    Receiver receiver =
        new Receiver(
            agreements,
            localParties,
            new Refusals(
                agreements,
                localParties,
                partners,
                reports,
                settings.errorReports() == ReceiveSettings.ErrorReporting.BY_AGREEMENT),
            answers,
            pings,
            new BusinessMessages(inbox, protection, agreements, partners),
            inbox,
            messageStates,
            statusRequests,
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
  ErrorShape messageErrorShape() {
    return new MessageErrorShape();
  }
}
