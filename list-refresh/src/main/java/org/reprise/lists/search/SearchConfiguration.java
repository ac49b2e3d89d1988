package org.reprise.lists.search;

import javax.sql.DataSource;
import org.reprise.lists.role.ForRole;
import org.reprise.lists.role.Role;
import org.reprise.lists.split.Feature;
import org.reprise.lists.split.Split;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

@Configuration(proxyBeanMethods = false)
@ForRole(Role.CIRCULATION)
class SearchConfiguration {
  @Bean
  Resources resources(Split split) {
    DataSource source = split.of(Feature.CIRCULATION);
    return new Resources(JdbcClient.create(source), split.readOnly(source));
  }
}
