package org.reprise.lists.export;

import java.util.UUID;
import org.reprise.kit.work.LeaseRenewal;
import org.reprise.kit.work.Leases;
import org.reprise.kit.work.Loops;
import org.reprise.lists.export.ExportWork.Job;
import org.reprise.lists.list.Definitions;
import org.reprise.lists.list.Lists;
import org.reprise.lists.refresh.Contents;
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
class ExportConfiguration {
  // There is no long statement to cancel: an export that was ended stops at its next piece.
  @Bean
  Leases<UUID, Job> exportLease(LeaseRenewal renewal, ExportSettings settings) {
    return renewal.of(ExportTable.LEASED.leases(), settings.lease(), job -> {});
  }

  @Bean
  @DependsOnDatabaseInitialization
  Exports exports(
      Lists lists,
      Definitions definitions,
      JdbcClient jdbc,
      Contents contents,
      Split split,
      Leases<UUID, Job> lease,
      ExportSettings settings,
      Loops loops) {
    ExportTable table = new ExportTable(jdbc, lease.owner());
    return new Exports(
        lists,
        definitions,
        table,
        new ExportWork(table, contents, split, Math.toIntExact(settings.chunk().toBytes())),
        lease,
        settings,
        loops);
  }

  @Bean
  SchedulingConfigurer exportCare(Exports exports, Leases<UUID, Job> lease) {
    return tasks -> tasks.addFixedDelayTask(exports::failExpired, lease.interval());
  }
}
