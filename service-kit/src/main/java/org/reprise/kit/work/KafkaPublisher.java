package org.reprise.kit.work;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.KafkaAdmin;
import org.springframework.kafka.core.ProducerFactory;

/**
 * Sends messages to Kafka and waits until every replica that is in sync has them. Creates their
 * topics before, with the broker's own numbers of partitions and replicas: brokers need not create
 * topics on use, and where they do a producer waits long for the first.
 */
public final class KafkaPublisher implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(KafkaPublisher.class);
  private static final Duration MAX_SEND = Duration.ofSeconds(5);

  /** The first one and another one. */
  private static final Duration MAX_DELIVERY = MAX_SEND.multipliedBy(2);

  private final DefaultKafkaProducerFactory<String, byte[]> producers;
  private final Map<String, Object> adminSettings;
  private final Set<String> knownTopics = new HashSet<>();
  private @Nullable Admin admin;

  /** Connects with the settings of Spring's own clients. */
  public KafkaPublisher(ProducerFactory<?, ?> connection, KafkaAdmin admin) {
    this.adminSettings = new HashMap<>(admin.getConfigurationProperties());
    adminSettings.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) MAX_SEND.toMillis());
    adminSettings.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) MAX_SEND.toMillis());
    Map<String, Object> configuration = new HashMap<>(connection.getConfigurationProperties());
    configuration.put(ProducerConfig.ACKS_CONFIG, "all");
    configuration.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    configuration.put(ProducerConfig.LINGER_MS_CONFIG, 0);
    configuration.put(ProducerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, MAX_SEND.toMillis());
    configuration.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, MAX_SEND.toMillis());
    configuration.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) MAX_SEND.toMillis());
    configuration.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, (int) MAX_DELIVERY.toMillis());
    this.producers =
        new DefaultKafkaProducerFactory<>(
            configuration, new StringSerializer(), new ByteArraySerializer());
    // What is still on its way must not overtake what is sent again.
    producers.setPhysicalCloseTimeout(0);
  }

  /**
   * The result of sending some messages.
   *
   * @param acknowledged how many of them, from the first on, are published for sure
   * @param failure why the next one is not
   */
  public record Result(int acknowledged, @Nullable Exception failure) {}

  void requireBroker() throws InterruptedException {
    await(admin().describeCluster().nodes());
  }

  private <T> T await(KafkaFuture<T> answer) throws InterruptedException {
    try {
      return answer.get(MAX_SEND.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      closeAdmin();
      throw new KafkaException("the broker does not answer", e.getCause());
    }
  }

  private Admin admin() {
    Admin open = admin;
    if (open == null) {
      open = Admin.create(adminSettings);
      admin = open;
    }
    return open;
  }

  private void closeAdmin() {
    Admin open = admin;
    admin = null;
    if (open != null) {
      open.close(Duration.ZERO);
    }
  }

  // Where that is not allowed, the producer reports which topic is missing.
  private void createMissing(Set<String> topics) throws InterruptedException {
    if (knownTopics.containsAll(topics)) {
      return;
    }
    Set<String> missing = new HashSet<>(topics);
    missing.removeAll(await(admin().listTopics().names()));
    try {
      await(
          admin()
              .createTopics(
                  missing.stream()
                      .map(name -> new NewTopic(name, Optional.empty(), Optional.empty()))
                      .toList())
              .all());
    } catch (KafkaException e) {
      LOG.debug("Cannot create the topics {}", missing, e);
    }
    knownTopics.addAll(topics);
  }

  /** Sends messages in their order; ends at the first that fails, or after a time-out. */
  public Result send(List<ProducerRecord<String, byte[]>> messages) {
    List<Future<RecordMetadata>> sent = new ArrayList<>();
    Set<String> topics = messages.stream().map(ProducerRecord::topic).collect(Collectors.toSet());
    Exception failure = null;
    try {
      createMissing(topics);
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
    Result result = acknowledged(sent, failure);
    if (result.failure != null) {
      // Somebody may have deleted them.
      knownTopics.removeAll(topics);
      producers.reset();
    }
    return result;
  }

  // A producer that waits for its id does not end deliveries by itself: the broker may be gone by
  // then, or without its controller.
  private Result acknowledged(List<Future<RecordMetadata>> sent, @Nullable Exception notSent) {
    int acknowledged = 0;
    long end = System.nanoTime() + MAX_DELIVERY.plus(MAX_SEND).toNanos();
    try {
      for (Future<RecordMetadata> one : sent) {
        one.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
        acknowledged++;
      }
      return new Result(acknowledged, notSent);
    } catch (ExecutionException e) {
      return new Result(acknowledged, e.getCause() instanceof Exception cause ? cause : e);
    } catch (TimeoutException e) {
      return new Result(acknowledged, new KafkaException("the broker does not acknowledge"));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Result(acknowledged, e);
    }
  }

  @Override
  public void close() {
    closeAdmin();
    producers.destroy();
  }
}
