package org.reprise.lists.circulation;

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
    JdbcClient writer = split.client().jdbc();
    tenants.all().forEach(tenant -> Rules.fill(writer, tenant));
    return new Rules(split.reading(Feature.CIRCULATION));
  }

  @Bean
  CheckOuts checkOuts(Split split, Events events) {
    return new CheckOuts(split.client(), events);
  }

  @Bean
  CheckIns checkIns(Split split, Events events) {
    return new CheckIns(split.client(), events);
  }

  @Bean
  Requests requests(Split split) {
    return new Requests(split.client());
  }
}
