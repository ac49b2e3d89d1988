package org.reprise.lists.event;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.reprise.kit.work.Loops;
import org.reprise.lists.split.Split;
import org.reprise.lists.tenant.Tenants;
import org.reprise.lists.tenant.TopicNames;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.scheduling.annotation.SchedulingConfigurer;
import tools.jackson.databind.json.JsonMapper;

/** Wires the outbox, in every role: the process with the lock publishes for all. */
@Configuration(proxyBeanMethods = false)
class EventConfiguration {
  private static final Logger LOG = LoggerFactory.getLogger(EventConfiguration.class);
  private static final Status DEGRADED = new Status("DEGRADED");
  private static final Duration COUNTED_EVERY = Duration.ofSeconds(5);

  private final AtomicReference<Outbox.Backlog> backlog =
      new AtomicReference<>(Outbox.Backlog.NONE);

  @Bean
  Outbox outbox(Split split) {
    return new Outbox(new JdbcTemplate(split.writer()));
  }

  @Bean
  Events events(Outbox outbox, Split split, JsonMapper json, ObjectProvider<Relay> relay) {
    DataSource writer = split.writer();
    return new Events(
        outbox, writer, json, tenant -> relay.ifAvailable(running -> running.wake(tenant)));
  }

  /**
   * Only where brokers are configured: without them events wait in the outbox, and the service
   * works.
   */
  @Bean
  @ConditionalOnExpression("!'${spring.kafka.bootstrap-servers:}'.isBlank()")
  Relay relay(
      Outbox outbox,
      Split split,
      Tenants tenants,
      TopicNames topics,
      KafkaProperties kafka,
      MeterRegistry registry,
      Loops loops) {
    return new Relay(
        outbox,
        // Without a note of each commit: it would send reads to the writer that the reader can
        // serve.
        split.onWriter(split.writer()),
        new Publisher(
            kafka.buildProducerProperties(), topics, new EventTopics(kafka.buildAdminProperties())),
        tenants,
        registry,
        loops);
  }

  @Bean
  SchedulingConfigurer eventBacklog(Outbox outbox) {
    return tasks -> tasks.addFixedDelayTask(() -> count(outbox), COUNTED_EVERY);
  }

  private void count(Outbox outbox) {
    try {
      backlog.set(outbox.backlog());
    } catch (DataAccessException e) {
      LOG.debug("The backlog was not counted: {}", e.getMessage());
    }
  }

  @Bean
  MeterBinder eventMeters() {
    return registry -> {
      Gauge.builder("reprise.lists.events.backlog", backlog, kept -> kept.get().events())
          .description(
              "Committed events that are not published, of all tenants; counted up to 100,000")
          .register(registry);
      Gauge.builder(
              "reprise.lists.events.oldest",
              backlog,
              kept -> kept.get().oldest().toMillis() / 1_000.0)
          .baseUnit("seconds")
          .description("How long the oldest of them has waited")
          .register(registry);
    };
  }

  @Bean
  HealthIndicator eventsHealthIndicator(ObjectProvider<Relay> relay) {
    return () -> {
      Relay running = relay.getIfAvailable();
      Optional<String> fault =
          running == null
              ? Optional.of("no broker is configured (spring.kafka.bootstrap-servers)")
              : running.fault();
      Health.Builder health =
          fault
              .map(reason -> Health.status(DEGRADED).withDetail("reason", reason))
              .orElseGet(Health::up);
      return health.withDetail("backlog", backlog.get().events()).build();
    };
  }
}
