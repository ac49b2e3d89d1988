package org.reprise.kit.work;

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
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;

/** Sends messages to Kafka and waits until every replica that is in sync has them. */
public final class KafkaPublisher implements AutoCloseable {
  public static final Duration MAX_SEND = Duration.ofSeconds(5);

  /** Sends that a delivery may take: the first one and another one. */
  private static final int SENDS_IN_A_DELIVERY = 2;

  private final DefaultKafkaProducerFactory<String, byte[]> producers;
  private final KafkaTopics topics;
  private final Duration maxSend;

  /** Sends by a producer's configuration, which names the brokers. */
  public KafkaPublisher(Map<String, Object> connection, KafkaTopics topics, Duration maxSend) {
    this.topics = topics;
    this.maxSend = maxSend;
    Map<String, Object> configuration = new HashMap<>(connection);
    configuration.put(ProducerConfig.ACKS_CONFIG, "all");
    configuration.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    configuration.put(ProducerConfig.LINGER_MS_CONFIG, 0);
    configuration.put(ProducerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, maxSend.toMillis());
    configuration.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, maxSend.toMillis());
    configuration.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) maxSend.toMillis());
    configuration.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, (int) maxDelivery().toMillis());
    this.producers =
        new DefaultKafkaProducerFactory<>(
            configuration, new StringSerializer(), new ByteArraySerializer());
    // What is still on its way must not overtake what is sent again.
    producers.setPhysicalCloseTimeout(0);
  }

  private Duration maxDelivery() {
    return maxSend.multipliedBy(SENDS_IN_A_DELIVERY);
  }

  /**
   * The result of sending some messages.
   *
   * @param acknowledged how many of them, from the first on, are published for sure
   * @param failure why the next one is not
   */
  public record Sent(int acknowledged, @Nullable Exception failure) {}

  void requireBroker() throws InterruptedException {
    topics.requireBroker();
  }

  /** Sends messages in their order; ends at the first that fails, or after a time-out. */
  public Sent send(List<ProducerRecord<String, byte[]>> messages) {
    List<Future<RecordMetadata>> sent = new ArrayList<>();
    Exception failure = null;
    try {
      topics.need(messages.stream().map(ProducerRecord::topic).collect(Collectors.toSet()));
      Producer<String, byte[]> producer = producers.createProducer();
      for (ProducerRecord<String, byte[]> message : messages) {
        Future<RecordMetadata> one = producer.send(message);
        sent.add(one);
        if (one.state() == Future.State.FAILED) {
          // A broker that does not answer is waited for once, not for each message.
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
      topics.close();
      producers.reset();
    }
    return result;
  }

  // A producer that waits for its id does not end deliveries by itself: the broker may be gone by
  // then, or without its controller.
  private Sent acknowledged(List<Future<RecordMetadata>> sent, @Nullable Exception notSent) {
    int acknowledged = 0;
    long end = System.nanoTime() + maxDelivery().plus(maxSend).toNanos();
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

  @Override
  public void close() {
    topics.close();
    producers.destroy();
  }
}
