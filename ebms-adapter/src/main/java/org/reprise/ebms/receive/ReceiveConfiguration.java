package org.reprise.ebms.receive;

import org.reprise.ebms.packaging.MessageReader;
import org.reprise.ebms.security.ClientCertificates;
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
      Receiver receiver,
      ReceiveMeters meters,
      ClientCertificates clients) {
    FilterRegistrationBean<EbmsEndpoint> registration =
        new FilterRegistrationBean<>(
            new EbmsEndpoint(reader, receiver, meters, clients, settings.allowPlainHttp()));
    registration.addUrlPatterns(EbmsEndpoint.PATH);
    registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
    return registration;
  }
}
