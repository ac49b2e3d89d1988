package org.reprise.gc.feed;

import io.micrometer.core.instrument.MeterRegistry;
import org.reprise.gc.installation.ResourceUris;
import org.reprise.gc.revision.Revisions;
import org.reprise.kit.work.Loops;
import org.reprise.kit.work.OwnConnections;
import org.reprise.oslc.trs.Feed;
import org.reprise.oslc.trs.FeedAnswers;
import org.reprise.oslc.trs.FeedSettings;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.SchedulingConfigurer;
import org.springframework.transaction.support.TransactionTemplate;

@Configuration(proxyBeanMethods = false)
class FeedBeans {
  private static final String MEMBERS =
      """
      select resource, row_number() over (order by sort, id) as place
      from (
        select 1 as sort, id, 'component/' || id as resource from component
        union all
        select 2, id, 'configuration/' || id from configuration) all_members\
      """;

  @Bean
  FeedSettings feedSettings(Environment environment) {
    return FeedSettings.of(environment, "reprise.gc.feed");
  }

  @Bean
  Feed feed(
      JdbcClient jdbc,
      TransactionTemplate transactions,
      OwnConnections connections,
      Loops loops,
      ResourceUris uris,
      FeedSettings settings,
      MeterRegistry registry,
      Revisions revisions) {
    String base = uris.base() + "/gc/";
    Feed feed =
        new Feed(
            new Feed.Source("gc", base + "trs", base, MEMBERS),
            new Feed.Database(jdbc, transactions, connections, loops),
            settings,
            registry,
            // Who reads of a change asks for its resource, on whichever instance, and never again.
            revisions::settle);
    feed.start();
    return feed;
  }

  @Bean
  Changes changes(Feed feed) {
    return feed::record;
  }

  @Bean
  FeedAnswers feedAnswers(FeedSettings settings) {
    return new FeedAnswers(settings.preparedCache().toBytes());
  }

  @Bean
  SchedulingConfigurer feedTruncation(Feed feed, FeedSettings settings) {
    return tasks -> tasks.addFixedDelayTask(feed::truncate, settings.housekeepingInterval());
  }
}
