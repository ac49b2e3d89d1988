package org.reprise.load.engine;

import java.util.Map;
import java.util.Optional;
import org.reprise.load.baseline.Experiment;

/** How much of a report is run. */
public interface Profile {
  /** As on the command line: {@code smoke}, {@code quick} or {@code full}. */
  String name();

  /** Whether figures are judged: a profile of some seconds judges none. */
  boolean judged();

  /** How often everything is done, unless the user says otherwise. */
  default int repeats() {
    return 1;
  }

  /** Why an experiment is left out that nobody asked for by name; empty where it is run. */
  default Optional<String> leavesOut(Experiment experiment) {
    return Optional.empty();
  }

  /** Cores by role, for the roles that are limited while they are measured. */
  default Map<String, Double> processors() {
    return Map.of();
  }
}
