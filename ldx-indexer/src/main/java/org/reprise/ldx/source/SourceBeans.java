package org.reprise.ldx.source;

import org.reprise.kit.work.LeaseRenewal;
import org.reprise.kit.work.Loops;
import org.reprise.kit.work.OwnConnections;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

@Configuration(proxyBeanMethods = false)
class SourceBeans {
  @Bean
  DataSources dataSources(
      JdbcClient jdbc, TransactionTemplate transactions, SourceSettings settings) {
    DataSources sources = new DataSources(jdbc, transactions);
    sources.configure(settings);
    return sources;
  }

  @Bean
  LeaseRenewal leaseRenewal(javax.sql.DataSource pool, Loops loops) {
    return new LeaseRenewal("ldx-indexer leases", new OwnConnections(pool), loops);
  }

  @Bean
  SourceLeases sourceLeases(
      JdbcClient jdbc, TransactionTemplate transactions, SourceSettings settings) {
    return new SourceLeases(jdbc, transactions, settings.lease());
  }
}
