package org.reprise.lists.fqm;

import com.zaxxer.hikari.HikariDataSource;
import java.util.UUID;
import org.reprise.kit.work.LeaseRenewal;
import org.reprise.kit.work.Leases;
import org.reprise.kit.work.Loops;
import org.reprise.lists.fql.FqlReader;
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
  Leases<UUID, RunningQuery> queryLease(LeaseRenewal renewal, QuerySettings settings) {
    return renewal.of(QueryTable.LEASED.leases(), settings.lease(), RunningQuery::stop);
  }

  @Bean
  @DependsOnDatabaseInitialization
  Queries queries(
      JdbcClient jdbc,
      Split split,
      FqlReader fql,
      Leases<UUID, RunningQuery> lease,
      QuerySettings settings,
      HikariDataSource pool,
      Loops loops) {
    QueryTable table = new QueryTable(jdbc, lease.owner());
    ResultSpace space = new ResultSpace(settings.space());
    Staging staging = new Staging(table, split, space, settings);
    return new Queries(table, staging, turns(settings, pool), space, lease, fql, settings, loops);
  }

  // Refreshes of the fast mode hold half of the connections at most, while they wait for more.
  private static Turns turns(QuerySettings settings, HikariDataSource pool) {
    int fit = Math.max(1, pool.getMaximumPoolSize() / 2 - RESERVED);
    return new Turns(fit, Math.min(settings.parallel(), fit));
  }

  @Bean
  SchedulingConfigurer queryCare(Queries queries, Leases<UUID, RunningQuery> lease) {
    return tasks -> tasks.addFixedDelayTask(queries::look, lease.interval());
  }
}
