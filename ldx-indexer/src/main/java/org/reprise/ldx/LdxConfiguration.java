package org.reprise.ldx;

import org.reprise.ldx.http.FetchSettings;
import org.reprise.ldx.http.Fetcher;
import org.reprise.ldx.index.Predicates;
import org.reprise.ldx.index.StoredArtifacts;
import org.reprise.ldx.ownership.LinkTypes;
import org.reprise.ldx.rdf.RdfReader;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.Resource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What several features use. */
@Configuration(proxyBeanMethods = false)
@ConfigurationPropertiesScan
class LdxConfiguration {
  @Bean
  LinkTypes linkTypes(@Value("${reprise.ldx.link-types:classpath:link-types.json}") Resource file) {
    RdfReader.prepare();
    return LinkTypes.read(file);
  }

  @Bean
  Predicates predicates(JdbcClient jdbc, LinkTypes types) {
    return new Predicates(jdbc, types);
  }

  @Bean
  StoredArtifacts storedArtifacts(JdbcClient jdbc, Predicates predicates) {
    return new StoredArtifacts(jdbc, predicates);
  }

  @Bean
  Fetcher fetcher(FetchSettings settings) {
    return new Fetcher(settings);
  }
}
