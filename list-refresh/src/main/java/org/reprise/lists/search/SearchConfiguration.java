package org.reprise.lists.search;

import org.reprise.lists.role.ForRole;
import org.reprise.lists.role.Role;
import org.reprise.lists.split.Feature;
import org.reprise.lists.split.Split;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
@ForRole(Role.CIRCULATION)
class SearchConfiguration {
  @Bean
  Resources resources(Split split) {
    return new Resources(split.reading(Feature.CIRCULATION));
  }
}
