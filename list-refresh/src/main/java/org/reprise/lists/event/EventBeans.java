package org.reprise.lists.event;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.reprise.kit.work.KafkaCondition;
import org.reprise.kit.work.KafkaPublisher;
import org.reprise.kit.work.Loops;
import org.reprise.kit.work.Outbox;
import org.reprise.kit.work.OutboxRelay;
import org.reprise.lists.split.Split;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.tenant.Tenants;
import org.reprise.lists.tenant.TopicNames;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.kafka.core.KafkaAdmin;
import org.springframework.kafka.core.ProducerFactory;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/** Wires the outbox, in every role: the process with the lock publishes for all. */
@Configuration(proxyBeanMethods = false)
class EventBeans {
  /** The header that marks repeated deliveries of one event. */
  static final String EVENT_ID = "event-id";

  private static final String TENANT = "X-Okapi-Tenant";

  @Bean
  Outbox outbox(Split split, JsonMapper json) {
    return new Outbox(new JdbcTemplate(split.writer()), Events.LANE, json);
  }

  @Bean
  Events events(Outbox outbox, Split split, JsonMapper json, OutboxRelay relay) {
    return new Events(outbox, split.writer(), json, relay);
  }

  @Bean
  @Conditional(KafkaCondition.class)
  Supplier<KafkaPublisher> kafkaPublishers(ProducerFactory<?, ?> producers, KafkaAdmin admin) {
    return () -> new KafkaPublisher(producers, admin);
  }

  /** Without brokers events wait in the outbox, and the service works. */
  @Bean
  OutboxRelay eventsHealthIndicator(
      Outbox outbox,
      Split split,
      Tenants tenants,
      TopicNames topics,
      ObjectProvider<Supplier<KafkaPublisher>> publishers,
      MeterRegistry registry,
      Loops loops) {
    return new OutboxRelay(
        outbox,
        // Without a note of each commit, which would send other reads to the writer.
        new TransactionTemplate(new JdbcTransactionManager(split.writer())),
        publishers.getIfAvailable(() -> () -> null),
        (lane, event) -> message(topics, lane, event),
        lanes(tenants),
        "reprise.lists.events",
        registry,
        loops);
  }

  static List<Outbox.Lane> lanes(Tenants tenants) {
    return tenants.all().stream().map(Events::lane).toList();
  }

  static ProducerRecord<String, byte[]> message(
      TopicNames topics, Outbox.Lane lane, Outbox.Pending event) {
    return event.message(
        topics.of(new Tenant(lane.number(), lane.name()), event.topic()),
        Map.of(EVENT_ID, event.eventId().toString(), TENANT, lane.name()));
  }
}
