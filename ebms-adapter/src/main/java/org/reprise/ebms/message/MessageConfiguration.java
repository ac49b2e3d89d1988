package org.reprise.ebms.message;

import java.time.Duration;
import org.reprise.ebms.ping.PingSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.SchedulingConfigurer;
import org.springframework.util.unit.DataSize;

@Configuration(proxyBeanMethods = false)
class MessageConfiguration {
  private static final Logger LOG = LoggerFactory.getLogger(MessageConfiguration.class);
  private static final int MESSAGES_AT_ONCE = 2000;
  private static final int EVENTS_AT_ONCE = 10_000;
  // A thousand messages of 32 MB each took longer than a statement may.
  private static final long BYTES_AT_ONCE = DataSize.ofMegabytes(64).toBytes();
  private static final Duration PAUSE = Duration.ofSeconds(1);

  @Bean
  SchedulingConfigurer unansweredStatusRequests(StatusRequests requests, PingSettings settings) {
    return tasks ->
        tasks.addFixedDelayTask(
            () ->
                tryTo("end StatusRequests", () -> requests.endUnanswered(settings.answerWithin())),
            PAUSE);
  }

  // A slice at a time, so that the other scheduled work, which shares a thread, goes on meanwhile.
  @Bean
  SchedulingConfigurer purges(MessageTable messages, Events events, MessageSettings settings) {
    return tasks -> {
      tasks.addFixedDelayTask(
          () -> tryTo("delete messages", () -> messages.purge(MESSAGES_AT_ONCE, BYTES_AT_ONCE)),
          PAUSE);
      tasks.addFixedDelayTask(
          () -> tryTo("delete events", () -> events.purge(settings.keepEvents(), EVENTS_AT_ONCE)),
          PAUSE);
    };
  }

  private static void tryTo(String what, Runnable task) {
    try {
      task.run();
    } catch (DataAccessException e) {
      LOG.warn("Cannot {} whose time is over; trying again: {}", what, e.getMessage());
    }
  }
}
