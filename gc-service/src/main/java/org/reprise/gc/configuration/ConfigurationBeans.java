package org.reprise.gc.configuration;

import org.reprise.gc.application.LocalConfigurations;
import org.reprise.gc.feed.Changes;
import org.reprise.gc.installation.ResourceUris;
import org.reprise.gc.revision.Revisions;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

@Configuration(proxyBeanMethods = false)
class ConfigurationBeans {
  @Bean
  Graph graph(JdbcClient jdbc, Revisions revisions) {
    return new Graph(jdbc, revisions);
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
  Baselines baselines(JdbcClient jdbc, Changes changes, Revisions revisions, ResourceUris uris) {
    return new Baselines(new ContributionRows(jdbc, uris), jdbc, changes, revisions, uris);
  }

  @Bean
  Configurations configurations(
      ConfigurationRows rows,
      JdbcClient jdbc,
      TransactionTemplate transactions,
      Graph graph,
      LocalConfigurations locals,
      Changes changes,
      Revisions revisions,
      ResourceUris uris) {
    ContributionRows contributions = new ContributionRows(jdbc, uris);
    Targets targets = new Targets(locals, uris);
    Editing editing =
        new Editing(
            rows, contributions, jdbc, transactions, graph, targets, changes, revisions, uris);
    return new Configurations(
        rows, contributions, jdbc, transactions, graph, editing, changes, uris);
  }
}
