package org.reprise.gc.feed;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import org.reprise.gc.installation.ResourceUris;
import org.reprise.gc.revision.Revisions;
import org.reprise.kit.work.OwnConnections;
import org.reprise.oslc.trs.FeedAnswers;
import org.reprise.oslc.trs.Publisher;
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
  Feed feed(JdbcClient jdbc, ResourceUris uris, FeedSettings settings) {
    Feed feed = new Feed(jdbc, uris.base() + "/gc/trs");
    feed.begin(settings);
    return feed;
  }

  // After the feed: a base says up to which event it accounts for changes.
  @Bean
  Bases bases(JdbcClient jdbc, OwnConnections connections, ResourceUris uris, Feed feed) {
    Bases bases = new Bases(jdbc, connections, uris.base() + "/gc");
    bases.makeFirst();
    return bases;
  }

  @Bean
  Publisher publisher(
      OwnConnections connections,
      FeedSettings settings,
      MeterRegistry registry,
      Revisions revisions,
      Feed feed) {
    Publisher publisher =
        new Publisher(
            "gc-publisher",
            connections,
            new CommittedChanges(revisions),
            settings.publishInterval(),
            Counter.builder("reprise.gc.events.published")
                .description("Events that this process gave their order")
                .register(registry),
            () -> {});
    publisher.start();
    return publisher;
  }

  @Bean
  Changes changes(JdbcClient jdbc, Publisher publisher) {
    return new ChangeTable(jdbc, publisher);
  }

  @Bean
  FeedAnswers feedAnswers(FeedSettings settings) {
    return new FeedAnswers(settings.preparedCache().toBytes());
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
