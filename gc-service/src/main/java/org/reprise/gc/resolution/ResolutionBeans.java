package org.reprise.gc.resolution;

import org.reprise.gc.application.LocalConfigurations;
import org.reprise.gc.configuration.ConfigurationDocuments;
import org.reprise.gc.configuration.Configurations;
import org.reprise.gc.configuration.Edges;
import org.reprise.gc.configuration.FullDocuments;
import org.reprise.gc.installation.ResourceUris;
import org.reprise.gc.revision.Revisions;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.util.unit.DataSize;

@Configuration(proxyBeanMethods = false)
class ResolutionBeans {
  private static final long BYTES_OF_DOCUMENTS = DataSize.ofMegabytes(48).toBytes();
  private static final long BYTES_OF_TREES = DataSize.ofMegabytes(16).toBytes();

  @Bean
  Resolutions resolutions(
      Revisions revisions,
      Edges edges,
      Configurations configurations,
      LocalConfigurations locals,
      ResourceUris uris) {
    return new Resolutions(revisions, edges, configurations, locals, uris, BYTES_OF_TREES);
  }

  @Bean
  ConfigurationDocumentCache configurationDocumentCache(
      Revisions revisions,
      PlatformTransactionManager transactions,
      Configurations configurations,
      ConfigurationDocuments documents,
      Edges edges,
      ResourceUris uris) {
    TransactionTemplate snapshot = new TransactionTemplate(transactions);
    snapshot.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
    snapshot.setReadOnly(true);
    return new ConfigurationDocumentCache(
        revisions, snapshot, configurations, documents, edges, uris, BYTES_OF_DOCUMENTS);
  }

  @Bean
  FullDocuments fullDocuments(ConfigurationDocumentCache documents) {
    return (id, format) -> documents.of(id, format).body();
  }
}
