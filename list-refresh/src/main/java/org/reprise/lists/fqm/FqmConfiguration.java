package org.reprise.lists.fqm;

import java.util.UUID;
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
  @Bean
  @DependsOnDatabaseInitialization
  Queries queries(JdbcClient jdbc, Split split, FqlReader fql, QuerySettings settings) {
    return new Queries(new QueryTable(jdbc, UUID.randomUUID()), split, fql, settings);
  }

  @Bean
  SchedulingConfigurer queryCare(Queries queries) {
    return tasks -> tasks.addFixedDelayTask(queries::heartbeat, queries.pace());
  }
}
