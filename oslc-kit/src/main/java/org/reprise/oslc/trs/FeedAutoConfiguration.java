package org.reprise.oslc.trs;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.annotation.Bean;

/** Serves the feeds of a service that has the beans of its feeds. */
@AutoConfiguration
@ConditionalOnBean(Feeds.class)
class FeedAutoConfiguration {
  @Bean
  FeedController feedController(Feeds feeds) {
    return new FeedController(key -> feeds.of(key).set());
  }
}
