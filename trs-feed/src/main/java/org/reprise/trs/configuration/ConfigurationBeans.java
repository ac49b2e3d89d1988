package org.reprise.trs.configuration;

import org.reprise.trs.application.Applications;
import org.reprise.trs.application.Installation;
import org.reprise.trs.application.ResourceUris;
import org.reprise.trs.global.GlobalConfigurations;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

@Configuration(proxyBeanMethods = false)
class ConfigurationBeans {
  // After the installation, which makes the first project areas.
  @Bean
  Configurations configurations(
      JdbcClient jdbc, TransactionTemplate transactions, Installation installation) {
    return new Configurations(jdbc, transactions);
  }

  @Bean
  ConfigurationContext configurationContext(
      Applications applications,
      Configurations configurations,
      GlobalConfigurations globals,
      ResourceUris uris) {
    return new ConfigurationContext(applications, configurations, globals, uris);
  }
}
