package org.reprise.cps;

import java.util.List;
import java.util.function.Function;
import javax.sql.DataSource;
import org.reprise.cps.anchor.Anchors;
import org.reprise.cps.anchor.WriteLimits;
import org.reprise.cps.data.DataNodes;
import org.reprise.cps.dataspace.Dataspaces;
import org.reprise.cps.delta.Deltas;
import org.reprise.cps.query.Queries;
import org.reprise.cps.read.ReadLimits;
import org.reprise.cps.schema.SchemaLimits;
import org.reprise.cps.schema.SchemaSets;
import org.reprise.cps.web.RequestBudget;
import org.reprise.kit.limits.ByteBudget;
import org.reprise.kit.security.PathRoles;
import org.springframework.beans.factory.BeanRegistrar;
import org.springframework.beans.factory.BeanRegistry;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;

/** The library's classes as beans: the controllers call the same methods as embedded use. */
@Configuration(proxyBeanMethods = false)
@Import(CpsBeans.Parts.class)
@EnableConfigurationProperties({SchemaLimits.class, ReadLimits.class, WriteLimits.class})
class CpsBeans {
  @Bean
  RequestBudget readBudget(ReadLimits limits) {
    return new RequestBudget(new ByteBudget(limits.budgetBytes()));
  }

  // Not exposed unless a setting says so.
  @Bean
  PathRoles pathRoles(WebEndpointProperties endpoints) {
    String loggers = endpoints.getPathMapping().getOrDefault("loggers", "loggers");
    String path = "%s/%s/**".formatted(endpoints.getBasePath(), loggers);
    return new PathRoles(List.of(PathRoles.Rule.all(path, "admin")));
  }

  @Bean
  CpsStore cpsStore(
      DataSource dataSource,
      SchemaLimits limits,
      ReadLimits reads,
      WriteLimits writes,
      RequestBudget budget,
      ByteBudget bodies) {
    // Half of the memory for bodies is left for requests that wait for no other.
    WriteLimits all = writes.orElse(bodies.size() / 2, Runtime.getRuntime().maxMemory() / 4);
    CpsTables.migrate(dataSource);
    return new CpsStore(dataSource, limits, reads, all, budget::take);
  }

  /** The parts of the store, which the controllers take. */
  static class Parts implements BeanRegistrar {
    @Override
    public void register(BeanRegistry registry, Environment environment) {
      register(registry, Dataspaces.class, CpsStore::dataspaces);
      register(registry, SchemaSets.class, CpsStore::schemaSets);
      register(registry, Anchors.class, CpsStore::anchors);
      register(registry, DataNodes.class, CpsStore::dataNodes);
      register(registry, Queries.class, CpsStore::queries);
      register(registry, Deltas.class, CpsStore::deltas);
    }

    private static <T> void register(
        BeanRegistry registry, Class<T> type, Function<CpsStore, T> part) {
      registry.registerBean(
          type, bean -> bean.supplier(context -> part.apply(context.bean(CpsStore.class))));
    }
  }
}
