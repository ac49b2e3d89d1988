package org.reprise.lists.export;

import org.reprise.lists.export.ExportWork.Job;
import org.reprise.lists.lease.Lease;
import org.reprise.lists.lease.LeasedRows;
import org.reprise.lists.lease.Leases;
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
  Lease<Job> exportLease(Leases leases, ExportSettings settings) {
    return leases.of(LeasedRows.inProgress("list_export", "id"), settings.lease(), job -> {});
  }

  @Bean
  @DependsOnDatabaseInitialization
  Exports exports(
      Lists lists,
      Definitions definitions,
      JdbcClient jdbc,
      Contents contents,
      Split split,
      Lease<Job> lease,
      ExportSettings settings) {
    ExportTable table = new ExportTable(jdbc, lease.owner());
    return new Exports(
        lists,
        definitions,
        table,
        new ExportWork(table, contents, split, Math.toIntExact(settings.chunk().toBytes())),
        lease,
        jdbc,
        settings);
  }

  @Bean
  SchedulingConfigurer exportCare(Exports exports, Lease<Job> lease, ExportSettings settings) {
    return tasks -> {
      tasks.addFixedDelayTask(exports::failExpired, lease.interval());
      tasks.addFixedDelayTask(exports::removeOld, settings.lease());
    };
  }
}
