package org.reprise.trs.feed;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import org.reprise.kit.work.OwnConnections;
import org.reprise.oslc.trs.FeedAnswers;
import org.reprise.trs.application.Applications;
import org.reprise.trs.application.Installation;
import org.reprise.trs.application.ResourceUris;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.SchedulingConfigurer;
import org.springframework.transaction.support.TransactionTemplate;

@Configuration(proxyBeanMethods = false)
class FeedBeans {
  // After the installation: a feed belongs to an application.
  @Bean
  Feeds feeds(
      JdbcClient jdbc,
      ResourceUris uris,
      FeedSettings settings,
      Applications applications,
      Installation installation) {
    Feeds feeds = new Feeds(jdbc, uris, settings);
    applications.withResources().forEach(feeds::begin);
    return feeds;
  }

  @Bean
  Bases bases(JdbcClient jdbc, OwnConnections connections, Applications applications, Feeds feeds) {
    Bases bases = new Bases(jdbc, connections);
    applications.withResources().forEach(bases::makeFirst);
    return bases;
  }

  @Bean
  Publishers publishers(
      OwnConnections connections,
      Applications applications,
      FeedSettings settings,
      MeterRegistry registry,
      Feeds feeds) {
    Publishers publishers = new Publishers(connections, applications, settings, registry);
    publishers.start();
    return publishers;
  }

  @Bean
  Changes changes(JdbcClient jdbc, Publishers publishers) {
    return new Changes(jdbc, publishers);
  }

  @Bean
  FeedAnswers feedAnswers(FeedSettings settings) {
    return new FeedAnswers(settings.preparedCache().toBytes());
  }

  @Bean
  SchedulingConfigurer feedHousekeeping(
      JdbcClient jdbc,
      TransactionTemplate transactions,
      Applications applications,
      Bases bases,
      FeedSettings settings) {
    Housekeeping housekeeping = new Housekeeping(jdbc, transactions, applications, bases, settings);
    return tasks -> tasks.addFixedDelayTask(housekeeping::run, settings.housekeepingInterval());
  }

  @Bean
  HealthIndicator publishersHealthIndicator(Publishers publishers) {
    return () -> {
      List<String> dead = publishers.dead();
      return dead.isEmpty() ? Health.up().build() : Health.down().withDetail("dead", dead).build();
    };
  }
}
