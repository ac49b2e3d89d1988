package org.reprise.trs.artifact;

import org.reprise.trs.application.ResourceUris;
import org.reprise.trs.configuration.Configurations;
import org.reprise.trs.feed.Feeds;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

@Configuration(proxyBeanMethods = false)
class ArtifactBeans {
  @Bean
  ArtifactDocuments artifactDocuments(ResourceUris uris) {
    return new ArtifactDocuments(uris);
  }

  @Bean
  Artifacts artifacts(JdbcClient jdbc) {
    return new Artifacts(jdbc);
  }

  @Bean
  ArtifactRows artifactRows(JdbcClient jdbc, PlatformTransactionManager transactions) {
    return new ArtifactRows(jdbc, transactions);
  }

  @Bean
  Saves saves(
      JdbcTemplate template,
      TransactionTemplate transactions,
      Artifacts artifacts,
      Configurations configurations,
      Feeds feeds,
      ResourceUris uris) {
    return new Saves(template, transactions, artifacts, configurations, feeds, uris);
  }
}
