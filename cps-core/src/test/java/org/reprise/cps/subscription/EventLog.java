package org.reprise.cps.subscription;

import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.StringDeserializer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** All that was published on a topic, as a subscriber reads it. */
final class EventLog implements AutoCloseable {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Duration LIMIT = Duration.ofMinutes(30);

  private final KafkaConsumer<String, String> consumer;
  private final List<Entry> entries = new ArrayList<>();

  record Entry(String key, Map<String, String> headers, JsonNode body) {
    String text(String field) {
      return body.at("/eventPayload/" + field).asString();
    }
  }

  EventLog(String bootstrapServers, String topic) {
    this.consumer =
        new KafkaConsumer<>(
            Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                ConsumerConfig.GROUP_ID_CONFIG,
                UUID.randomUUID().toString(),
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                "earliest",
                ConsumerConfig.METADATA_MAX_AGE_CONFIG,
                500),
            new StringDeserializer(),
            new StringDeserializer());
    consumer.subscribe(List.of(topic));
  }

  /** Reads on until what was read is enough. */
  List<Entry> readUntil(Predicate<List<Entry>> isEnough) {
    await()
        .atMost(LIMIT)
        .until(() -> {
          consumer.poll(Duration.ofMillis(100)).forEach(one -> entries.add(entry(one)));
          return isEnough.test(entries);
        });
    return List.copyOf(entries);
  }

  private static Entry entry(ConsumerRecord<String, String> one) {
    Map<String, String> headers = new TreeMap<>();
    one.headers()
        .forEach(it -> headers.put(it.key(), new String(it.value(), StandardCharsets.UTF_8)));
    return new Entry(one.key(), headers, JSON.readTree(one.value()));
  }

  @Override
  public void close() {
    consumer.close();
  }
}
