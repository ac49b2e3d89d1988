package org.reprise.gc.resolution;

import org.reprise.gc.application.LocalConfigurations;
import org.reprise.gc.configuration.ConfigurationDocuments;
import org.reprise.gc.configuration.Configurations;
import org.reprise.gc.configuration.Edges;
import org.reprise.gc.installation.ResourceUris;
import org.reprise.gc.revision.Revisions;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

@Configuration(proxyBeanMethods = false)
class ResolutionBeans {
  @Bean
  Resolutions resolutions(
      Revisions revisions,
      Edges edges,
      Configurations configurations,
      LocalConfigurations locals,
      ResourceUris uris,
      ResolutionSettings settings) {
    return new Resolutions(
        revisions, edges, configurations, locals, uris, settings.trees().toBytes());
  }

  @Bean
  Prepared prepared(
      Revisions revisions,
      PlatformTransactionManager transactions,
      Configurations configurations,
      ConfigurationDocuments documents,
      Edges edges,
      ResourceUris uris,
      ResolutionSettings settings) {
    TransactionTemplate snapshot = new TransactionTemplate(transactions);
    snapshot.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
    snapshot.setReadOnly(true);
    return new Prepared(
        revisions,
        snapshot,
        configurations,
        documents,
        edges,
        uris,
        settings.documents().toBytes());
  }
}
