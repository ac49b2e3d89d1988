package org.reprise.lists.user;

import org.reprise.lists.role.ForRole;
import org.reprise.lists.role.Role;
import org.reprise.lists.split.DatabaseClient;
import org.reprise.lists.split.Split;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.tenant.Tenants;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

@Configuration(proxyBeanMethods = false)
@ForRole(Role.CIRCULATION)
class UserConfiguration {
  @Bean
  Users users(Split split, Tenants tenants) {
    DatabaseClient database = split.client();
    tenants.all().forEach(tenant -> fill(database.jdbc(), tenant));
    return new Users(database);
  }

  private static void fill(JdbcClient jdbc, Tenant tenant) {
    for (String name : PatronGroup.NAMES) {
      jdbc.sql(
              """
              insert into patron_group (tenant, id, name) values (?, ?, ?)
              on conflict do nothing\
              """)
          .params(tenant.number(), PatronGroup.id(name), name)
          .update();
    }
  }
}
