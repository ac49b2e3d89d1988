package org.reprise.gc.application;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

@Configuration(proxyBeanMethods = false)
class ApplicationBeans {
  @Bean
  Applications applications(ApplicationSettings settings) {
    return new Applications(settings);
  }

  @Bean
  LocalConfigurations localConfigurations(
      JdbcClient jdbc, Applications applications, ApplicationSettings settings) {
    return new LocalConfigurations(jdbc, applications, settings.asking().keep());
  }
}
