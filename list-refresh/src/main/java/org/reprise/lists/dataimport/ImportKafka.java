package org.reprise.lists.dataimport;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.core.ProducerFactory;

/** The import's clients of Kafka: Spring's settings, and what the import relies on. */
final class ImportKafka implements AutoCloseable {
  private static final int REQUEST_MILLIS = 10_000;
  private static final int DELIVERY_MILLIS = 30_000;
  // After so long the partitions of a killed process go to another one, unless settings say other.
  private static final int SESSION_MILLIS = 10_000;
  // A chunk that is imported again after a rebalance costs little, one poll of many costs more.
  private static final int CHUNKS_A_POLL = 5;

  private final ConsumerFactory<?, ?> consumers;
  private final String group;
  private final KafkaTemplate<String, byte[]> template;

  /**
   * Connects when it is used first.
   *
   * @param group whose members share the chunks
   */
  ImportKafka(
      ProducerFactory<String, byte[]> producers, ConsumerFactory<?, ?> consumers, String group) {
    this.consumers = consumers;
    this.group = group;
    Map<String, Object> ours = new HashMap<>();
    ours.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, StringSerializer.class);
    ours.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
    ours.put(ProducerConfig.ACKS_CONFIG, "all");
    ours.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    ours.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, REQUEST_MILLIS);
    ours.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, DELIVERY_MILLIS);
    ours.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, DELIVERY_MILLIS);
    this.template = new KafkaTemplate<>(producers, ours);
  }

  KafkaTemplate<String, byte[]> template() {
    return template;
  }

  ConsumerFactory<String, byte[]> consumers() {
    Map<String, Object> all = new HashMap<>(consumers.getConfigurationProperties());
    all.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, StringDeserializer.class);
    all.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    all.put(ConsumerConfig.GROUP_ID_CONFIG, group);
    all.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    all.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    all.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, CHUNKS_A_POLL);
    // The service makes its topics itself, with as many partitions as it wants.
    all.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    all.putIfAbsent(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, SESSION_MILLIS);
    all.put(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, REQUEST_MILLIS);
    return new DefaultKafkaConsumerFactory<>(all);
  }

  @Override
  public void close() {
    template.destroy();
  }
}
