package org.reprise.load.lists;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads what the service has published of a tenant, from a mark to the end. */
final class EventLog implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(500);
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final String prefix;
  private Map<TopicPartition, Long> from = Map.of();

  /**
   * The topics of a tenant.
   *
   * @param bootstrap servers of the broker
   */
  EventLog(String bootstrap, String tenant) {
    this.prefix = "folio." + tenant + ".";
    var settings = new HashMap<String, Object>();
    settings.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
    settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    settings.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) LIMIT.toMillis());
    this.consumer =
        new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  /** What is read begins here. */
  void mark() {
    from = consumer.endOffsets(partitions());
  }

  private List<TopicPartition> partitions() {
    var topics = consumer.listTopics(LIMIT);
    // A topic is missing until its first event.
    return ReceivedEvents.TOPICS.stream()
        .map(prefix::concat)
        .flatMap(topic -> topics.containsKey(topic) ? topics.get(topic).stream() : Stream.empty())
        .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
        .toList();
  }

  /** Reads from the mark to what is the end now. */
  ReceivedEvents read() {
    var received = new ReceivedEvents();
    var end = consumer.endOffsets(partitions());
    consumer.assign(end.keySet());
    end.keySet().forEach(each -> consumer.seek(each, from.getOrDefault(each, 0L)));
    var deadline = System.nanoTime() + LIMIT.toNanos();
    while (behind(end) && System.nanoTime() < deadline) {
      for (var message : consumer.poll(POLL)) {
        received.add(message.topic().substring(prefix.length()), event(message.value()));
      }
    }
    return received;
  }

  private boolean behind(Map<TopicPartition, Long> end) {
    return end.entrySet().stream()
        .anyMatch(each -> consumer.position(each.getKey()) < each.getValue());
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
