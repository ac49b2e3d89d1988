package org.reprise.trs.feed;

import io.micrometer.core.instrument.MeterRegistry;
import org.reprise.kit.work.Loops;
import org.reprise.kit.work.OwnConnections;
import org.reprise.oslc.trs.Feed;
import org.reprise.oslc.trs.FeedAnswers;
import org.reprise.oslc.trs.FeedSettings;
import org.reprise.trs.application.Applications;
import org.reprise.trs.application.ResourceUris;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.SchedulingConfigurer;
import org.springframework.transaction.support.TransactionTemplate;

@Configuration(proxyBeanMethods = false)
class FeedBeans {
  @Bean
  FeedSettings feedSettings(Environment environment) {
    return FeedSettings.of(environment, "reprise.trs.feed");
  }

  @Bean
  Feeds feeds(
      JdbcClient jdbc,
      TransactionTemplate transactions,
      OwnConnections connections,
      Loops loops,
      Applications applications,
      ResourceUris uris,
      FeedSettings settings,
      MeterRegistry registry) {
    Feeds feeds =
        new Feeds(
            new Feed.Database(jdbc, transactions, connections, loops),
            applications,
            uris,
            settings,
            registry);
    feeds.all().forEach(Feed::start);
    return feeds;
  }

  @Bean
  FeedAnswers feedAnswers(FeedSettings settings) {
    return new FeedAnswers(settings.preparedCache().toBytes());
  }

  @Bean
  SchedulingConfigurer feedTruncation(Feeds feeds, FeedSettings settings) {
    return tasks ->
        tasks.addFixedDelayTask(
            () -> feeds.all().forEach(Feed::truncate), settings.housekeepingInterval());
  }
}
