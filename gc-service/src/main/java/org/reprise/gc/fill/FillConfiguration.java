package org.reprise.gc.fill;

import org.reprise.gc.application.Applications;
import org.reprise.gc.application.LocalConfigurations;
import org.reprise.gc.configuration.Graph;
import org.reprise.gc.feed.Changes;
import org.reprise.gc.installation.ResourceUris;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;

@Configuration(proxyBeanMethods = false)
class FillConfiguration {
  @Bean
  Fill fill(
      JdbcTemplate jdbc,
      TransactionTemplate transactions,
      Graph graph,
      Changes changes,
      ResourceUris uris,
      Applications applications,
      LocalConfigurations configurations) {
    return new Fill(
        jdbc, transactions, graph, changes, uris, new Locals(applications, configurations));
  }
}
