package org.reprise.lists.circulation;

import javax.sql.DataSource;
import org.reprise.lists.event.Events;
import org.reprise.lists.role.ForRole;
import org.reprise.lists.role.Role;
import org.reprise.lists.split.Feature;
import org.reprise.lists.split.Split;
import org.reprise.lists.tenant.Tenants;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

@Configuration(proxyBeanMethods = false)
@ForRole(Role.CIRCULATION)
class CirculationConfiguration {
  @Bean
  Rules rules(Split split, Tenants tenants) {
    JdbcClient writer = JdbcClient.create(split.writer());
    tenants.all().forEach(tenant -> Rules.fill(writer, tenant));
    DataSource source = split.of(Feature.CIRCULATION);
    return new Rules(JdbcClient.create(source), split.readOnly(source));
  }

  @Bean
  CheckOuts checkOuts(Split split, Events events) {
    DataSource writer = split.writer();
    return new CheckOuts(JdbcClient.create(writer), split.transactions(writer), events);
  }

  @Bean
  CheckIns checkIns(Split split, Events events) {
    DataSource writer = split.writer();
    return new CheckIns(JdbcClient.create(writer), split.transactions(writer), events);
  }

  @Bean
  Requests requests(Split split) {
    DataSource writer = split.writer();
    return new Requests(JdbcClient.create(writer), split.transactions(writer));
  }
}
