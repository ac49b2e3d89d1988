package org.reprise.gc.revision;

import org.reprise.kit.work.OwnConnections;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.transaction.autoconfigure.TransactionManagerCustomizers;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;

@Configuration(proxyBeanMethods = false)
class RevisionBeans {
  @Bean
  Revisions revisions(OwnConnections connections, JdbcClient jdbc, RevisionSettings settings) {
    Revisions revisions = new Revisions(connections, jdbc, settings);
    revisions.start();
    return revisions;
  }

  @Bean
  PlatformTransactionManager transactionManager(
      Revisions revisions, ObjectProvider<TransactionManagerCustomizers> customizers) {
    InvalidatingTransactionManager transactions = new InvalidatingTransactionManager(revisions);
    customizers.ifAvailable(all -> all.customize(transactions));
    return transactions;
  }

  @Bean
  HealthIndicator revisionsHealthIndicator(Revisions revisions) {
    return () -> revisions.isHealthy() ? Health.up().build() : Health.down().build();
  }
}
