package org.reprise.oslc.trs;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.annotation.Bean;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.SchedulingConfigurer;

/** Serves and truncates the feeds of a service that has the beans of its feeds. */
@AutoConfiguration
@ConditionalOnBean(Feeds.class)
@EnableScheduling
class FeedAutoConfiguration {
  @Bean
  FeedController feedController(Feeds feeds) {
    return new FeedController(key -> feeds.of(key).set());
  }

  @Bean
  SchedulingConfigurer feedTruncation(Feeds feeds, FeedSettings settings) {
    return tasks ->
        tasks.addFixedDelayTask(
            () -> feeds.all().forEach(Feed::truncate), settings.housekeepingInterval());
  }
}
