package org.reprise.lists.inventory;

import javax.sql.DataSource;
import org.reprise.lists.role.ForRole;
import org.reprise.lists.role.Role;
import org.reprise.lists.split.Split;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

@Configuration(proxyBeanMethods = false)
@ForRole(Role.CIRCULATION)
class InventoryConfiguration {
  @Bean
  Items items(Split split) {
    DataSource writer = split.writer();
    return new Items(JdbcClient.create(writer), split.transactions(writer));
  }
}
