package org.reprise.lists.export;

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
  private static final int SIGNS_IN_A_LEASE = 5;

  @Bean
  @DependsOnDatabaseInitialization
  Exports exports(
      Lists lists,
      Definitions definitions,
      JdbcClient jdbc,
      Contents contents,
      Split split,
      ExportSettings settings) {
    ExportTable table = new ExportTable(jdbc);
    return new Exports(
        lists,
        definitions,
        table,
        new ExportWork(table, contents, split, Math.toIntExact(settings.chunk().toBytes())),
        settings);
  }

  @Bean
  SchedulingConfigurer exportCare(Exports exports, ExportSettings settings) {
    return tasks -> {
      tasks.addFixedDelayTask(exports::heartbeat, settings.lease().dividedBy(SIGNS_IN_A_LEASE));
      tasks.addFixedDelayTask(exports::removeOld, settings.lease());
    };
  }
}
