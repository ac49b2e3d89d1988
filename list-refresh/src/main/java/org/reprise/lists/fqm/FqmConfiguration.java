package org.reprise.lists.fqm;

import com.zaxxer.hikari.HikariDataSource;
import org.reprise.lists.fql.FqlReader;
import org.reprise.lists.lease.Lease;
import org.reprise.lists.lease.LeasedRows;
import org.reprise.lists.lease.Leases;
import org.reprise.lists.role.ForRole;
import org.reprise.lists.role.Role;
import org.reprise.lists.split.Split;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.SchedulingConfigurer;

@Configuration(proxyBeanMethods = false)
@ForRole(Role.LISTS)
class FqmConfiguration {
  /** Connections of their half that queries leave to exports and requests. */
  private static final int RESERVED = 2;

  @Bean
  Lease<RunningQuery> queryLease(Leases leases, QuerySettings settings) {
    return leases.of(
        LeasedRows.inProgress("query_details", "query_id"), settings.lease(), RunningQuery::stop);
  }

  @Bean
  @DependsOnDatabaseInitialization
  Queries queries(
      JdbcClient jdbc,
      Split split,
      FqlReader fql,
      Lease<RunningQuery> lease,
      QuerySettings settings,
      HikariDataSource pool) {
    QueryTable table = new QueryTable(jdbc, lease.owner());
    ResultSpace space = new ResultSpace(settings.space());
    Staging staging = new Staging(table, split, space, settings);
    return new Queries(table, staging, turns(settings, pool), space, lease, jdbc, fql, settings);
  }

  // Refreshes of the fast mode hold half of the connections at most, while they wait for more.
  private static Turns turns(QuerySettings settings, HikariDataSource pool) {
    int fit = Math.max(1, pool.getMaximumPoolSize() / 2 - RESERVED);
    return new Turns(fit, Math.min(settings.parallel(), fit));
  }

  @Bean
  SchedulingConfigurer queryCare(
      Queries queries, Lease<RunningQuery> lease, QuerySettings settings) {
    return tasks -> {
      tasks.addFixedDelayTask(queries::look, lease.interval());
      tasks.addFixedDelayTask(queries::removeOld, settings.lease());
    };
  }
}
