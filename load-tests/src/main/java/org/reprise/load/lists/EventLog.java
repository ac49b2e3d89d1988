package org.reprise.load.lists;

import static java.util.stream.Collectors.toMap;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.reprise.load.generator.Sample;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Events of a tenant from a moment on: of loans, refreshed lists, chunks of imported records. */
final class EventLog {
  private static final Duration POLL = Duration.ofMillis(500);
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final String LOANS = "circulation.loan";
  private static final String REFRESHED = "lists.list-refreshed";
  private static final String COMPLETED = "DI_COMPLETED";
  private static final String ERROR = "DI_ERROR";

  private final String bootstrap;
  private final String prefix;

  /** Milliseconds. An event that is older has an id that nobody looks for. */
  private final long start = System.currentTimeMillis() - Duration.ofMinutes(1).toMillis();

  private final Map<String, Set<String>> ids = new HashMap<>();

  /** Records by job and chunk, since an event may come twice. */
  private final Map<String, Map<Integer, Integer>> imported = new HashMap<>();

  EventLog(String bootstrap, String tenant) {
    this.bootstrap = bootstrap;
    this.prefix = "folio." + tenant + ".";
  }

  void read() {
    var settings =
        Map.<String, Object>of(
            ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
            bootstrap,
            ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
            (int) TIMEOUT.toMillis());
    var text = new StringDeserializer();
    try (var consumer = new KafkaConsumer<>(settings, text, text)) {
      var topics = consumer.listTopics(TIMEOUT);
      // A topic is missing until its first event.
      var starts =
          Stream.of(LOANS, REFRESHED, COMPLETED, ERROR)
              .flatMap(it -> topics.getOrDefault(prefix + it, List.of()).stream())
              .collect(toMap(it -> new TopicPartition(it.topic(), it.partition()), _ -> start));
      var ends = consumer.endOffsets(starts.keySet());
      consumer.assign(starts.keySet());
      consumer.seekToEnd(starts.keySet());
      consumer
          .offsetsForTimes(starts)
          .forEach((partition, first) -> {
            if (first != null) {
              consumer.seek(partition, first.offset());
            }
          });
      var deadline = System.nanoTime() + TIMEOUT.toNanos();
      while (ends.entrySet().stream().anyMatch(it -> consumer.position(it.getKey()) < it.getValue())
          && System.nanoTime() < deadline) {
        for (var message : consumer.poll(POLL)) {
          add(
              message.topic().substring(prefix.length()),
              JsonMapper.shared().readTree(message.value()));
        }
      }
    }
  }

  void add(String topic, JsonNode event) {
    switch (topic) {
      case LOANS -> {
        var created = event.path("type").asString("").equals("CREATED");
        addId(created ? ListsLoad.LENT : ListsLoad.RETURNED, event.at("/data/new/id"));
      }
      case REFRESHED -> addId(ListsLoad.REFRESHED, event.path("refreshId"));
      case COMPLETED, ERROR ->
          imported
              .computeIfAbsent(event.path("jobExecutionId").asString(""), _ -> new HashMap<>())
              .put(event.path("chunkNumber").asInt(-1), event.path("imported").asInt(0));
      default -> throw new IllegalArgumentException("no events of ours are in " + topic);
    }
  }

  private void addId(String kind, JsonNode id) {
    ids.computeIfAbsent(kind, _ -> new HashSet<>()).add(id.asString(""));
  }

  /** Returns, by kind, what was acknowledged and has no event; each job has so many records. */
  List<String> missing(Sample sample, int records) {
    var missing = new ArrayList<String>();
    for (var kind : List.of(ListsLoad.LENT, ListsLoad.RETURNED, ListsLoad.REFRESHED)) {
      var acknowledged = new ArrayList<>(sample.acknowledged(kind));
      acknowledged.removeAll(ids.getOrDefault(kind, Set.of()));
      if (!acknowledged.isEmpty()) {
        missing.add("%,d %s without an event".formatted(acknowledged.size(), kind));
      }
    }
    for (var job : sample.acknowledged(ListsLoad.JOB)) {
      var received =
          imported.getOrDefault(job, Map.of()).values().stream().mapToInt(Integer::intValue).sum();
      if (received != records) {
        missing.add("job %s: events of %,d of %,d records".formatted(job, received, records));
      }
    }
    return missing;
  }
}
