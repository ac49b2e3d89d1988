package org.reprise.gc.component;

import org.reprise.gc.configuration.Configurations;
import org.reprise.gc.feed.Changes;
import org.reprise.gc.installation.ResourceUris;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

@Configuration(proxyBeanMethods = false)
class ComponentBeans {
  @Bean
  Components components(
      ComponentRows rows,
      JdbcClient jdbc,
      TransactionTemplate transactions,
      Configurations configurations,
      Changes changes,
      ResourceUris uris) {
    return new Components(rows, jdbc, transactions, configurations, changes, uris);
  }
}
