package org.reprise.lists.event;

import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** All that was published on a topic, as another module would read it. */
final class EventLog implements AutoCloseable {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final KafkaConsumer<String, String> consumer;
  private final List<Entry> entries = new ArrayList<>();

  /** One message. */
  record Entry(String key, String eventId, String tenant, JsonNode body) {
    JsonNode data() {
      return body.path("data").path("new");
    }
  }

  EventLog(String bootstrapServers, String topic) {
    this.consumer =
        new KafkaConsumer<>(
            Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                ConsumerConfig.GROUP_ID_CONFIG,
                "log of " + topic,
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                "earliest",
                ConsumerConfig.METADATA_MAX_AGE_CONFIG,
                500,
                // A member that a slow machine halts would read again what it has read.
                ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG,
                1_500_000,
                ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG,
                1_800_000),
            new StringDeserializer(),
            new StringDeserializer());
    consumer.subscribe(List.of(topic));
  }

  /** Reads on until what was read is enough. */
  List<Entry> readUntil(Predicate<List<Entry>> isEnough) {
    await()
        .until(() -> {
          consumer.poll(Duration.ofMillis(100)).forEach(one -> entries.add(entry(one)));
          return isEnough.test(entries);
        });
    return List.copyOf(entries);
  }

  /** Reads all that is there by now, for what should not be there. */
  List<Entry> readOn() {
    Map<TopicPartition, Long> ends = consumer.endOffsets(consumer.assignment());
    return readUntil(_ ->
        ends.entrySet().stream()
            .allMatch(end -> consumer.position(end.getKey()) >= end.getValue()));
  }

  private static Entry entry(ConsumerRecord<String, String> one) {
    return new Entry(
        one.key(),
        header(one, EventBeans.EVENT_ID),
        header(one, "X-Okapi-Tenant"),
        JSON.readTree(one.value()));
  }

  private static String header(ConsumerRecord<String, String> one, String name) {
    return new String(one.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    consumer.close();
  }
}
