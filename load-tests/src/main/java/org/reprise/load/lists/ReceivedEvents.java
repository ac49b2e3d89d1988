package org.reprise.load.lists;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.reprise.load.generator.Sample;
import tools.jackson.databind.JsonNode;

/** Events of loans, of refreshed lists and of chunks of imported records. */
final class ReceivedEvents {
  private static final String LOANS = "circulation.loan";
  private static final String REFRESHED = "lists.list-refreshed";
  private static final String COMPLETED = "DI_COMPLETED";
  private static final String ERROR = "DI_ERROR";

  /** Without environment and tenant. */
  static final List<String> TOPICS = List.of(LOANS, REFRESHED, COMPLETED, ERROR);

  private final Map<String, Set<String>> ids = new HashMap<>();

  /** Records by job and chunk, since an event may come twice. */
  private final Map<String, Map<Integer, Integer>> imported = new HashMap<>();

  /**
   * Adds an event.
   *
   * @param topic one of {@link #TOPICS}
   */
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

  /**
   * Returns what was acknowledged and has no event, in a few words for each kind.
   *
   * @param records of each job
   */
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
