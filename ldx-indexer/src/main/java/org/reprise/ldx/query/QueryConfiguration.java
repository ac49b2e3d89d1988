package org.reprise.ldx.query;

import org.reprise.ldx.index.Predicates;
import org.reprise.ldx.ownership.LinkTypes;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

@Configuration(proxyBeanMethods = false)
class QueryConfiguration {
  @Bean
  LinkRequestReader linkRequestReader(LinkTypes types, QuerySettings settings) {
    return new LinkRequestReader(types, settings.resources());
  }

  @Bean
  Links links(JdbcClient jdbc, Predicates predicates, QuerySettings settings) {
    return new Links(jdbc, predicates, settings.links());
  }
}
