package org.reprise.trs.application;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

@Configuration(proxyBeanMethods = false)
class ApplicationConfiguration {
  @Bean
  Applications applications(TrsSettings settings, @Value("${server.port}") int port) {
    return new Applications(settings, port);
  }

  @Bean
  Installation installation(
      JdbcClient jdbc,
      TransactionTemplate transactions,
      Applications applications,
      TrsSettings settings) {
    Installation installation = new Installation(jdbc, applications, settings.projects());
    transactions.executeWithoutResult(status -> installation.prepare());
    return installation;
  }
}
