package org.reprise.load.lists;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import tools.jackson.databind.json.JsonMapper;

/** What the service publishes of a tenant from now on. */
final class EventLog implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(500);
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final KafkaConsumer<String, String> consumer;
  private final String prefix;
  private final Map<TopicPartition, Long> start;

  /** Notes where the topics of a tenant end now. */
  EventLog(String bootstrap, String tenant) {
    this.prefix = "folio." + tenant + ".";
    this.consumer =
        new KafkaConsumer<>(
            Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrap,
                ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                false,
                ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG,
                false,
                ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
                (int) TIMEOUT.toMillis()),
            new StringDeserializer(),
            new StringDeserializer());
    this.start = consumer.endOffsets(partitions());
  }

  private List<TopicPartition> partitions() {
    var topics = consumer.listTopics(TIMEOUT);
    // A topic is missing until its first event.
    return ReceivedEvents.TOPICS.stream()
        .map(prefix::concat)
        .flatMap(topic -> topics.containsKey(topic) ? topics.get(topic).stream() : Stream.empty())
        .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
        .toList();
  }

  /** Reads all events until now. */
  ReceivedEvents read() {
    var received = new ReceivedEvents();
    var end = consumer.endOffsets(partitions());
    consumer.assign(end.keySet());
    end.keySet().forEach(each -> consumer.seek(each, start.getOrDefault(each, 0L)));
    var deadline = System.nanoTime() + TIMEOUT.toNanos();
    while (isBehind(end) && System.nanoTime() < deadline) {
      for (var message : consumer.poll(POLL)) {
        received.add(
            message.topic().substring(prefix.length()),
            JsonMapper.shared().readTree(message.value()));
      }
    }
    return received;
  }

  private boolean isBehind(Map<TopicPartition, Long> end) {
    return end.entrySet().stream()
        .anyMatch(each -> consumer.position(each.getKey()) < each.getValue());
  }

  @Override
  public void close() {
    consumer.close();
  }
}
