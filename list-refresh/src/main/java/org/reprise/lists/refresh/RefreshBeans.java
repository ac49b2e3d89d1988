package org.reprise.lists.refresh;

import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.persistence.EntityManagerFactory;
import java.util.Map;
import java.util.UUID;
import org.reprise.kit.work.LeaseRenewal;
import org.reprise.kit.work.Leases;
import org.reprise.kit.work.Loops;
import org.reprise.lists.fql.FqlReader;
import org.reprise.lists.fqm.Queries;
import org.reprise.lists.lease.LeasedRows;
import org.reprise.lists.split.DatabaseClient;
import org.reprise.lists.split.Feature;
import org.reprise.lists.split.Split;
import org.reprise.lists.work.Slices;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class RefreshBeans {
  /** Connections that refreshes leave to requests, however many lists are refreshed. */
  private static final int RESERVED = 2;

  @Bean
  Leases<UUID, Running> refreshLease(LeaseRenewal renewal, RefreshSettings settings) {
    return renewal.of(
        new LeasedRows("list_refresh", "id").leases(),
        settings.lease(),
        running -> running.work().stop());
  }

  @Bean
  @DependsOnDatabaseInitialization
  Refresher refresher(
      Split split,
      FqlReader fql,
      Queries queries,
      EntityManagerFactory entities,
      RefreshTable table,
      RefreshSettings settings,
      Leases<UUID, Running> lease,
      DatabaseClient database,
      HikariDataSource pool,
      MeterRegistry meters,
      Loops loops) {
    Map<RefreshMode, Fill> fills =
        Map.of(
            RefreshMode.FAST,
            new FastFill(split, fql, table, settings),
            RefreshMode.COMPAT,
            new CompatFill(
                queries, split, new ContentRows(entities, table, split.writer()), settings));
    return new Refresher(
        fills,
        table,
        loops.start(
            "leftovers",
            Slices.of(
                "Removing contents that no list shows",
                settings.lease(),
                new Leftovers(database)::removeSome)),
        lease,
        atOnce(settings, pool.getMaximumPoolSize(), split.connections(Feature.FQM)),
        settings,
        meters);
  }

  // A refresh may hold one connection and wait for a second. Where there are more connections than
  // refreshes, one of them always gets it. Of what it reads it has one, and what waits for too long
  // there goes to the writer, so that only refreshes of one mode are kept from each other's.
  static Map<RefreshMode, Integer> atOnce(RefreshSettings settings, int writing, int reading) {
    int fit = Math.max(2, writing - RESERVED);
    int most = Math.max(1, reading - RESERVED);
    int fast = Math.min(Math.min(settings.parallelFast(), fit / 2), most);
    int compat = Math.min(Math.min(settings.parallel(), fit - fast), most);
    return Map.of(RefreshMode.FAST, fast, RefreshMode.COMPAT, compat);
  }
}
