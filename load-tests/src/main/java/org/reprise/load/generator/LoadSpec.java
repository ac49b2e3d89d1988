package org.reprise.load.generator;

import java.time.Duration;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * What one process of load does: its phases one after another, and what the system's flow needs to
 * know. Handed over as a file of JSON; secrets come by the environment instead.
 *
 * @param phases at least one, with names of their own
 * @param grace how long users may take to finish once a phase's own time is over
 */
public record LoadSpec(String title, List<Phase> phases, JsonNode settings, Duration grace) {
  public LoadSpec {
    phases = List.copyOf(phases);
    if (phases.isEmpty() || phases.stream().map(Phase::name).distinct().count() < phases.size()) {
      throw new IllegalArgumentException(
          title + ": a load has a phase or several with names of their own");
    }
  }

  public static LoadSpec of(String title, List<Phase> phases, Object settings, Duration grace) {
    return new LoadSpec(title, phases, Json.MAPPER.valueToTree(settings), grace);
  }

  public <T> T settings(Class<T> type) {
    return Json.MAPPER.treeToValue(settings, type);
  }

  public Duration maxDuration() {
    return phases.stream()
        .map(phase -> phase.shape().ownTime().plus(grace))
        .reduce(Duration.ZERO, Duration::plus);
  }
}
