package org.reprise.lists.dataimport;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.KafkaAdmin;
import org.springframework.kafka.core.KafkaTemplate;

/** The import's clients of Kafka: the service's settings, and what the import relies on. */
final class ImportKafka implements AutoCloseable {
  private static final int REQUEST_MILLIS = 10_000;
  private static final int DELIVERY_MILLIS = 30_000;
  // After so long the partitions of a killed process go to another one, unless settings say other.
  private static final int SESSION_MILLIS = 10_000;
  private static final int ADMIN_SECONDS = 15;
  // A chunk that is imported again after a rebalance costs little, one poll of many costs more.
  private static final int CHUNKS_A_POLL = 5;

  private final KafkaProperties settings;
  private final String group;
  private final DefaultKafkaProducerFactory<String, byte[]> producers;
  private final KafkaTemplate<String, byte[]> template;

  /**
   * Connects when it is used first.
   *
   * @param group whose members share the chunks
   */
  ImportKafka(KafkaProperties settings, String group) {
    this.settings = settings;
    this.group = group;
    this.producers = new DefaultKafkaProducerFactory<>(producer());
    this.template = new KafkaTemplate<>(producers);
  }

  private Map<String, Object> producer() {
    Map<String, Object> all = new HashMap<>(settings.buildProducerProperties());
    all.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, StringSerializer.class);
    all.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
    all.put(ProducerConfig.ACKS_CONFIG, "all");
    all.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    all.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, REQUEST_MILLIS);
    all.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, DELIVERY_MILLIS);
    all.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, DELIVERY_MILLIS);
    return all;
  }

  KafkaTemplate<String, byte[]> template() {
    return template;
  }

  ConsumerFactory<String, byte[]> consumers() {
    Map<String, Object> all = new HashMap<>(settings.buildConsumerProperties());
    all.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, StringDeserializer.class);
    all.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    all.put(ConsumerConfig.GROUP_ID_CONFIG, group);
    all.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    all.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    all.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, CHUNKS_A_POLL);
    // The service makes its topics itself, with as many partitions as it wants.
    all.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    all.putIfAbsent(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, SESSION_MILLIS);
    all.put(CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, REQUEST_MILLIS);
    return new DefaultKafkaConsumerFactory<>(all);
  }

  KafkaAdmin admin() {
    KafkaAdmin admin = new KafkaAdmin(settings.buildAdminProperties());
    admin.setOperationTimeout(ADMIN_SECONDS);
    return admin;
  }

  @Override
  public void close() {
    producers.destroy();
  }
}
