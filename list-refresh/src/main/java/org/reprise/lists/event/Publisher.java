package org.reprise.lists.event;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.tenant.TopicNames;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;

/** Sends events to Kafka and waits until every replica that is in sync has them. */
final class Publisher implements AutoCloseable {
  /** The header that marks repeated deliveries of one event. */
  static final String EVENT_ID = "event-id";

  private static final String TENANT = "X-Okapi-Tenant";
  private static final Duration LONGEST_SEND = Duration.ofSeconds(5);

  /** Sends that a delivery may take: the first one and another one. */
  private static final int SENDS_IN_A_DELIVERY = 2;

  private final DefaultKafkaProducerFactory<String, byte[]> producers;
  private final TopicNames names;
  private final EventTopics topics;
  private final Duration longestSend;

  /** For brokers, with what else their connections need. */
  Publisher(Map<String, Object> connection, TopicNames names, EventTopics topics) {
    this(connection, names, topics, LONGEST_SEND);
  }

  /** The same with another limit on each send. */
  Publisher(
      Map<String, Object> connection, TopicNames names, EventTopics topics, Duration longestSend) {
    this.names = names;
    this.topics = topics;
    this.longestSend = longestSend;
    this.producers =
        new DefaultKafkaProducerFactory<>(
            configuration(connection), new StringSerializer(), new ByteArraySerializer());
    // What is still on its way must not overtake what is sent again.
    producers.setPhysicalCloseTimeout(0);
  }

  private Map<String, Object> configuration(Map<String, Object> connection) {
    Map<String, Object> all = new HashMap<>(connection);
    all.put(ProducerConfig.ACKS_CONFIG, "all");
    all.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    all.put(ProducerConfig.LINGER_MS_CONFIG, 0);
    all.put(ProducerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, longestSend.toMillis());
    all.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, longestSend.toMillis());
    all.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) longestSend.toMillis());
    all.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, (int) longestDelivery().toMillis());
    return all;
  }

  private Duration longestDelivery() {
    return longestSend.multipliedBy(SENDS_IN_A_DELIVERY);
  }

  /**
   * What came of sending some events.
   *
   * @param acknowledged how many of them, from the first on, are published for sure
   * @param failure why the next one is not
   */
  record Sent(int acknowledged, @Nullable Exception failure) {}

  /**
   * Passes where the broker answers.
   *
   * @throws KafkaException where it does not, within seconds
   */
  void requireBroker() throws InterruptedException {
    topics.requireBroker();
  }

  /** Sends events in their order; ends at the first that fails, or when time is over. */
  Sent send(Tenant tenant, List<PendingEvent> events) {
    List<Future<RecordMetadata>> sent = new ArrayList<>();
    Exception failure = null;
    try {
      topics.need(
          events.stream()
              .map(event -> names.of(tenant, event.topic()))
              .collect(Collectors.toSet()));
      Producer<String, byte[]> producer = producers.createProducer();
      for (PendingEvent event : events) {
        Future<RecordMetadata> one = producer.send(record(tenant, event));
        sent.add(one);
        if (one.state() == Future.State.FAILED) {
          // A broker that does not answer is waited for once, not for each event.
          break;
        }
      }
    } catch (KafkaException e) {
      failure = e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      failure = e;
    }
    Sent result = acknowledged(sent, failure);
    if (result.failure != null) {
      producers.reset();
    }
    return result;
  }

  // A producer that waits for its id does not end deliveries by itself: the broker may be gone by
  // then, or without its controller.
  private Sent acknowledged(List<Future<RecordMetadata>> sent, @Nullable Exception notSent) {
    int acknowledged = 0;
    long end = System.nanoTime() + longestDelivery().plus(longestSend).toNanos();
    try {
      for (Future<RecordMetadata> one : sent) {
        one.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
        acknowledged++;
      }
      return new Sent(acknowledged, notSent);
    } catch (ExecutionException e) {
      return new Sent(acknowledged, e.getCause() instanceof Exception cause ? cause : e);
    } catch (TimeoutException e) {
      return new Sent(acknowledged, new KafkaException("the broker does not acknowledge", e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Sent(acknowledged, e);
    }
  }

  private ProducerRecord<String, byte[]> record(Tenant tenant, PendingEvent event) {
    return new ProducerRecord<>(
        names.of(tenant, event.topic()),
        null,
        event.key(),
        event.body().getBytes(StandardCharsets.UTF_8),
        List.of(header(EVENT_ID, event.eventId().toString()), header(TENANT, tenant.name())));
  }

  private static RecordHeader header(String name, String value) {
    return new RecordHeader(name, value.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void close() {
    topics.close();
    producers.destroy();
  }
}
