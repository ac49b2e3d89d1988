package org.reprise.gc.configuration;

import jakarta.persistence.EntityManager;
import org.reprise.gc.application.LocalConfigurations;
import org.reprise.gc.feed.Changes;
import org.reprise.gc.installation.ResourceUris;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

@Configuration(proxyBeanMethods = false)
class ConfigurationBeans {
  @Bean
  Graph graph(JdbcClient jdbc) {
    return new Graph(jdbc);
  }

  @Bean
  Edges edges(JdbcClient jdbc, ResourceUris uris) {
    return new Edges(jdbc, uris);
  }

  @Bean
  ConfigurationDocuments configurationDocuments(ResourceUris uris) {
    return new ConfigurationDocuments(uris);
  }

  @Bean
  Baselines baselines(
      EntityManager entities,
      ConfigurationRows rows,
      JdbcClient jdbc,
      Changes changes,
      ResourceUris uris) {
    return new Baselines(entities, rows, new ContributionRows(jdbc, uris), jdbc, changes, uris);
  }

  @Bean
  Configurations configurations(
      ConfigurationRows rows,
      JdbcClient jdbc,
      TransactionTemplate transactions,
      Graph graph,
      LocalConfigurations locals,
      Changes changes,
      ResourceUris uris) {
    ContributionRows contributions = new ContributionRows(jdbc, uris);
    Targets targets = new Targets(locals, uris);
    Editing editing =
        new Editing(rows, contributions, jdbc, transactions, graph, targets, changes, uris);
    return new Configurations(
        rows, contributions, jdbc, transactions, graph, editing, changes, uris);
  }
}
