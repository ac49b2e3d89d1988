package org.reprise.gc.resolution;

import org.reprise.gc.application.LocalConfigurations;
import org.reprise.gc.configuration.ConfigurationDocuments;
import org.reprise.gc.configuration.Configurations;
import org.reprise.gc.configuration.Edges;
import org.reprise.gc.installation.ResourceUris;
import org.reprise.kit.OwnConnections;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

@Configuration(proxyBeanMethods = false)
class ResolutionBeans {
  @Bean
  Freshness freshness(OwnConnections connections) {
    Freshness freshness = new Freshness(connections);
    freshness.start();
    return freshness;
  }

  @Bean
  Resolutions resolutions(
      Freshness freshness,
      Edges edges,
      Configurations configurations,
      LocalConfigurations locals,
      ResourceUris uris,
      ResolutionSettings settings) {
    return new Resolutions(
        freshness, edges, configurations, locals, uris, settings.trees().toBytes());
  }

  @Bean
  Prepared prepared(
      Freshness freshness,
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
        freshness,
        snapshot,
        configurations,
        documents,
        edges,
        uris,
        settings.documents().toBytes());
  }

  @Bean
  HealthIndicator freshnessHealthIndicator(Freshness freshness) {
    return () -> freshness.isHealthy() ? Health.up().build() : Health.down().build();
  }
}
