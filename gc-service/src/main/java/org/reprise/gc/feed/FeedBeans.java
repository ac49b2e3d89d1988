package org.reprise.gc.feed;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import org.reprise.gc.installation.ResourceUris;
import org.reprise.kit.OwnConnections;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.SchedulingConfigurer;
import org.springframework.transaction.support.TransactionTemplate;

@Configuration(proxyBeanMethods = false)
class FeedBeans {
  @Bean
  Feeds feeds(JdbcClient jdbc, FeedSettings settings) {
    Feeds feeds = new Feeds(jdbc, settings);
    feeds.begin();
    return feeds;
  }

  // After the feeds: a base says up to which event of the feed it accounts for changes.
  @Bean
  Bases bases(JdbcClient jdbc, OwnConnections connections, ResourceUris uris, Feeds feeds) {
    Bases bases = new Bases(jdbc, connections, uris.base() + "/gc");
    bases.makeFirst();
    return bases;
  }

  @Bean
  Publisher publisher(
      OwnConnections connections, FeedSettings settings, MeterRegistry registry, Feeds feeds) {
    Publisher publisher =
        new Publisher(
            connections,
            settings.publishInterval(),
            Counter.builder("reprise.gc.events.published")
                .description("Events that this process gave their order")
                .register(registry));
    publisher.start();
    return publisher;
  }

  @Bean
  Changes changes(JdbcClient jdbc, Publisher publisher) {
    return new ChangeTable(jdbc, publisher);
  }

  @Bean
  FeedDocuments feedDocuments(ResourceUris uris) {
    return new FeedDocuments(uris.base() + "/gc/trs");
  }

  @Bean
  Prepared preparedFeed(JdbcClient jdbc, FeedSettings settings) {
    return new Prepared(jdbc, settings.preparedCache().toBytes());
  }

  @Bean
  SchedulingConfigurer feedHousekeeping(
      JdbcClient jdbc, TransactionTemplate transactions, Bases bases, FeedSettings settings) {
    Housekeeping housekeeping = new Housekeeping(jdbc, transactions, bases, settings);
    return tasks -> tasks.addFixedDelayTask(housekeeping::run, settings.housekeepingInterval());
  }

  @Bean
  HealthIndicator publisherHealthIndicator(Publisher publisher) {
    return () ->
        publisher.isHealthy()
            ? Health.up().build()
            : Health.down().withDetail("dead", "publisher").build();
  }
}
