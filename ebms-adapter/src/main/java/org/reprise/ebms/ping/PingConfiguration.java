package org.reprise.ebms.ping;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import javax.sql.DataSource;
import org.reprise.ebms.instance.Instance;
import org.reprise.ebms.send.Partners;
import org.reprise.kit.work.Loops;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.SchedulingConfigurer;

@Configuration(proxyBeanMethods = false)
class PingConfiguration {
  private static final Logger LOG = LoggerFactory.getLogger(PingConfiguration.class);
  private static final Duration PAUSE = Duration.ofSeconds(1);

  @Bean
  Answers answers(Partners partners, ObjectProvider<PongOutbox> outbox) {
    return new Answers(partners, outbox.getIfAvailable());
  }

  @Bean
  SchedulingConfigurer endOfPings(Pings pings, PingSettings settings) {
    return tasks -> {
      tasks.addFixedDelayTask(
          () -> end(() -> pings.endUnanswered(settings.answerWithin(), PongOutbox.BATCH)), PAUSE);
      tasks.addFixedDelayTask(
          () -> end(() -> pings.purge(settings.keep(), PongOutbox.BATCH)), PAUSE);
    };
  }

  private static void end(Runnable statement) {
    try {
      statement.run();
    } catch (DataAccessException e) {
      LOG.warn("Pings that are over wait for the database: {}", e.getMessage());
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnBooleanProperty("reprise.ebms.ping.persist")
  static class Persisted {
    @Bean
    @DependsOnDatabaseInitialization
    PongOutbox pongOutbox(
        DataSource dataSource,
        Instance instance,
        Partners partners,
        MeterRegistry registry,
        Loops loops) {
      return new PongOutbox(
          new PongRows(new PongTable(dataSource), instance), instance, partners, registry, loops);
    }

    @Bean
    SchedulingConfigurer pongOutboxTakeOver(PongOutbox outbox, Instance instance) {
      return tasks -> tasks.addFixedDelayTask(outbox::takeOverAndCleanUp, instance.pace());
    }
  }
}
