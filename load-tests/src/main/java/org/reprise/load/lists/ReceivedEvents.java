package org.reprise.load.lists;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.reprise.load.generator.Sample;
import tools.jackson.databind.JsonNode;

/** What was read from the topics: events of loans, of refreshed lists, of chunks of records. */
final class ReceivedEvents {
  private static final String LOANS = "circulation.loan";
  private static final String REFRESHED = "lists.list-refreshed";
  private static final String COMPLETED = "DI_COMPLETED";
  private static final String ERROR = "DI_ERROR";

  /** Without environment and tenant. */
  static final List<String> TOPICS = List.of(LOANS, REFRESHED, COMPLETED, ERROR);

  private final Set<String> begun = new HashSet<>();
  private final Set<String> changed = new HashSet<>();
  private final Set<String> refreshed = new HashSet<>();

  /** By job and chunk, since an event may come twice. */
  private final Map<String, Map<Integer, Integer>> imported = new HashMap<>();

  /**
   * Takes one in.
   *
   * @param topic one of {@link #TOPICS}
   */
  void note(String topic, JsonNode event) {
    switch (topic) {
      case LOANS ->
          (event.path("type").asString("").equals("CREATED") ? begun : changed)
              .add(event.at("/data/new/id").asString(""));
      case REFRESHED -> refreshed.add(event.path("refreshId").asString(""));
      case COMPLETED, ERROR ->
          imported
              .computeIfAbsent(event.path("jobExecutionId").asString(""), _ -> new HashMap<>())
              .put(event.path("chunkNumber").asInt(-1), event.path("imported").asInt(0));
      default -> throw new IllegalArgumentException("no events of ours are in " + topic);
    }
  }

  /**
   * What was acknowledged and has no event, in a few words for each kind.
   *
   * @param records of each job
   */
  List<String> missing(Sample sample, int records) {
    var missing = new ArrayList<String>();
    count("loans", Acknowledged.lent(sample), begun, missing);
    count("returns", Acknowledged.returned(sample), changed, missing);
    count(
        "refreshes",
        Acknowledged.refreshes(sample).stream().map(Acknowledged.Refreshed::refresh).toList(),
        refreshed,
        missing);
    for (var job : Acknowledged.jobs(sample)) {
      var received =
          imported.getOrDefault(job, Map.of()).values().stream().mapToInt(Integer::intValue).sum();
      if (received != records) {
        missing.add("job %s: events of %,d of %,d records".formatted(job, received, records));
      }
    }
    return missing;
  }

  private static void count(
      String what, Collection<String> acknowledged, Set<String> received, List<String> missing) {
    var without = acknowledged.stream().filter(id -> !received.contains(id)).count();
    if (without > 0) {
      missing.add("%,d %s without an event".formatted(without, what));
    }
  }
}
