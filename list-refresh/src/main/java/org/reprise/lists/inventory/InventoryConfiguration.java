package org.reprise.lists.inventory;

import org.reprise.lists.role.ForRole;
import org.reprise.lists.role.Role;
import org.reprise.lists.split.Split;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
@ForRole(Role.CIRCULATION)
class InventoryConfiguration {
  @Bean
  Items items(Split split) {
    return new Items(split.client());
  }
}
