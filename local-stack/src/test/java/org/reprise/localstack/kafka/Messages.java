package org.reprise.localstack.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Sends and reads text by Kafka's own client. */
public final class Messages {
  private static final long PATIENCE_SECONDS = 300;

  private Messages() {}

  /** Sends messages and returns when the broker has acknowledged them. */
  public static void send(String bootstrapServers, String topic, String... texts)
      throws ExecutionException, InterruptedException, TimeoutException {
    Map<String, Object> settings = Map.of("bootstrap.servers", bootstrapServers, "acks", "all");
    try (KafkaProducer<String, String> producer =
        new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
      for (String text : texts) {
        producer.send(new ProducerRecord<>(topic, text)).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      }
    }
  }

  /** Reads a topic from its beginning until it has as many messages as asked for, or time is up. */
  public static List<String> read(String bootstrapServers, String topic, int count) {
    Map<String, Object> settings =
        Map.of("bootstrap.servers", bootstrapServers, "auto.offset.reset", "earliest");
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    List<String> texts = new ArrayList<>();
    try (KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
      consumer.assign(List.of(new TopicPartition(topic, 0)));
      while (texts.size() < count && System.nanoTime() < deadline) {
        consumer.poll(Duration.ofMillis(500)).forEach(message -> texts.add(message.value()));
      }
    }
    return texts;
  }
}
