package org.reprise.gc.application;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

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

  @Bean
  Unused unusedLocalConfigurations(
      JdbcClient jdbc, TransactionTemplate transactions, ApplicationSettings settings) {
    Unused unused = new Unused(jdbc, transactions, settings.asking().keepUnused());
    unused.start();
    return unused;
  }
}
