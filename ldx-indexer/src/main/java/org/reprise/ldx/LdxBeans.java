package org.reprise.ldx;

import java.util.List;
import java.util.Set;
import javax.sql.DataSource;
import org.reprise.kit.security.FormSecurity;
import org.reprise.kit.security.PathRoles;
import org.reprise.kit.security.PathRoles.Rule;
import org.reprise.kit.web.ApiDescription;
import org.reprise.kit.work.LeaseRenewal;
import org.reprise.kit.work.Loops;
import org.reprise.kit.work.OwnConnections;
import org.reprise.ldx.ownership.LinkTypes;
import org.reprise.ldx.rdf.RdfReader;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.core.io.Resource;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;

@Configuration(proxyBeanMethods = false)
@ConfigurationPropertiesScan
class LdxBeans {
  @Bean
  ApiDescription apiDescription() {
    return new ApiDescription(
        "ldx-indexer",
        "v1",
        "The links of OSLC applications by their targets, indexed from tracked resource sets.");
  }

  @Bean
  LinkTypes linkTypes(@Value("${reprise.ldx.link-types:classpath:link-types.json}") Resource file) {
    RdfReader.prepare();
    return LinkTypes.read(file);
  }

  @Bean
  LeaseRenewal leaseRenewal(DataSource pool, Loops loops) {
    return new LeaseRenewal("ldx-indexer leases", new OwnConnections(pool), loops);
  }

  /** Queries are for accounts with either role, data sources for administrators. */
  @Bean
  PathRoles pathRoles() {
    Set<String> both = Set.of("query", "admin");
    return new PathRoles(
        List.of(
            new Rule(null, "/discover-links", both),
            new Rule(null, "/get-contributors", both),
            new Rule(null, "/ldx/links", both),
            new Rule(null, "/ldx/link-types", both),
            new Rule(null, "/ldx/web/links", both),
            new Rule(null, "/ldx/web/ldx.css", both),
            Rule.all("/ldx/**", "admin")));
  }

  /** Security of the pages; service-kit refuses forms of other sites. */
  @Bean
  @Order(1)
  SecurityFilterChain pages(HttpSecurity http, FormSecurity forms) {
    http.securityMatcher("/ldx/web", "/ldx/web/**");
    return forms.chain(http, null, "frame-ancestors 'none'");
  }
}
