package org.reprise.ldx.source;

import org.reprise.kit.work.OwnConnections;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

@Configuration(proxyBeanMethods = false)
class SourceConfiguration {
  @Bean
  DataSources dataSources(
      JdbcClient jdbc, TransactionTemplate transactions, SourceSettings settings) {
    DataSources sources = new DataSources(jdbc, transactions);
    sources.configure(settings);
    return sources;
  }

  @Bean
  LeaseRenewal leaseRenewal(javax.sql.DataSource pool, SourceSettings settings) {
    return new LeaseRenewal(new OwnConnections(pool), settings.lease());
  }

  @Bean
  SourceLeases sourceLeases(
      JdbcClient jdbc, TransactionTemplate transactions, SourceSettings settings) {
    return new SourceLeases(jdbc, transactions, settings.lease());
  }
}
