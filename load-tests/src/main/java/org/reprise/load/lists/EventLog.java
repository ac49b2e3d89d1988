package org.reprise.load.lists;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads what circulation has published, from a point on to the end. */
final class EventLog implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(500);
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final String CREATED = "CREATED";

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final String topic;
  private Map<TopicPartition, Long> from = Map.of();

  /**
   * The loans' topic of a tenant.
   *
   * @param bootstrap servers of the broker
   */
  EventLog(String bootstrap, String tenant) {
    this.topic = "folio." + tenant + ".circulation.loan";
    var settings = new HashMap<String, Object>();
    settings.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
    settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    settings.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) LIMIT.toMillis());
    this.consumer =
        new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  /**
   * Loans that were told of.
   *
   * @param begun ids with an event that they are new
   * @param changed ids with an event that they were changed
   */
  record Told(Set<String> begun, Set<String> changed) {
    Told {
      begun = Set.copyOf(begun);
      changed = Set.copyOf(changed);
    }

    /** How many of the acknowledged were not told. */
    long missing(List<String> lent, List<String> returned) {
      return lent.stream().filter(id -> !begun.contains(id)).count()
          + returned.stream().filter(id -> !changed.contains(id)).count();
    }
  }

  /** What is read begins here. */
  void mark() {
    from = consumer.endOffsets(partitions());
  }

  private List<TopicPartition> partitions() {
    // Empty where nothing was ever published.
    return consumer.listTopics(LIMIT).getOrDefault(topic, List.of()).stream()
        .map(partition -> new TopicPartition(topic, partition.partition()))
        .toList();
  }

  /** Reads from the mark to what is the end now. */
  Told read() {
    var begun = new HashSet<String>();
    var changed = new HashSet<String>();
    var end = consumer.endOffsets(partitions());
    consumer.assign(end.keySet());
    end.keySet().forEach(each -> consumer.seek(each, from.getOrDefault(each, 0L)));
    var deadline = System.nanoTime() + LIMIT.toNanos();
    while (behind(end) && System.nanoTime() < deadline) {
      for (var message : consumer.poll(POLL)) {
        note(message.value(), begun, changed);
      }
    }
    return new Told(begun, changed);
  }

  private boolean behind(Map<TopicPartition, Long> end) {
    return end.entrySet().stream()
        .anyMatch(each -> consumer.position(each.getKey()) < each.getValue());
  }

  static void note(byte[] message, Set<String> begun, Set<String> changed) {
    JsonNode event = event(message);
    var loan = event.at("/data/new/id").asString("");
    (event.path("type").asString("").equals(CREATED) ? begun : changed).add(loan);
  }

  private static JsonNode event(byte[] message) {
    try {
      return JsonMapper.shared().readTree(message);
    } catch (JacksonException e) {
      throw new IllegalStateException(
          "not an event: " + new String(message, StandardCharsets.UTF_8), e);
    }
  }

  @Override
  public void close() {
    consumer.close();
  }
}
