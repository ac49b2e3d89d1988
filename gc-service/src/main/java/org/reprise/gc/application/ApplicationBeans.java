package org.reprise.gc.application;

import java.time.Duration;
import org.reprise.kit.work.Loops;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

@Configuration(proxyBeanMethods = false)
class ApplicationBeans {
  // A page is late by so much where an application does not answer.
  private static final Duration PAGE_TIMEOUT = Duration.ofSeconds(2);

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
  BaselineCreation baselineCreation(Applications applications, LocalConfigurations configurations) {
    return new BaselineCreation(applications, configurations);
  }

  @Bean
  ListedConfigurations listedConfigurations(
      Applications applications, LocalConfigurations configurations) {
    return new ListedConfigurations(applications, configurations, PAGE_TIMEOUT);
  }

  @Bean
  UnusedConfigurations unusedLocalConfigurations(
      JdbcClient jdbc,
      TransactionTemplate transactions,
      ApplicationSettings settings,
      Loops loops) {
    return new UnusedConfigurations(jdbc, transactions, settings.asking().keepUnused(), loops);
  }
}
