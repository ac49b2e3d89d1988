package org.reprise.cps;

import javax.sql.DataSource;
import org.reprise.cps.anchor.Anchors;
import org.reprise.cps.data.DataNodes;
import org.reprise.cps.data.ReadLimits;
import org.reprise.cps.dataspace.Dataspaces;
import org.reprise.cps.delta.Deltas;
import org.reprise.cps.query.Queries;
import org.reprise.cps.schema.SchemaLimits;
import org.reprise.cps.schema.SchemaSets;
import org.reprise.kit.ByteBudget;
import org.reprise.kit.RequestBudget;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The library's classes as beans: the controllers call the same methods as embedded use. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({SchemaLimits.class, ReadLimits.class})
class CpsConfiguration {
  @Bean
  RequestBudget readBudget(ReadLimits limits) {
    return new RequestBudget(new ByteBudget(limits.budgetBytes()));
  }

  @Bean
  CpsStore cpsStore(
      DataSource dataSource, SchemaLimits limits, ReadLimits reads, RequestBudget budget) {
    return CpsStore.open(dataSource, limits, reads, budget::take);
  }

  @Bean
  Dataspaces dataspaces(CpsStore store) {
    return store.dataspaces();
  }

  @Bean
  SchemaSets schemaSets(CpsStore store) {
    return store.schemaSets();
  }

  @Bean
  Anchors anchors(CpsStore store) {
    return store.anchors();
  }

  @Bean
  DataNodes dataNodes(CpsStore store) {
    return store.dataNodes();
  }

  @Bean
  Queries queries(CpsStore store) {
    return store.queries();
  }

  @Bean
  Deltas deltas(CpsStore store) {
    return store.deltas();
  }
}
