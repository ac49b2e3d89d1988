package org.reprise.load;

import org.reprise.load.baseline.Experiment;
import org.reprise.load.baseline.Figure;

/** Looks published figures up. */
public final class Figures {
  private Figures() {}

  /** The figure of an operation, for example {@code create-node}, {@code avg}, {@code ms}. */
  public static Figure of(Experiment experiment, String operation, String statistic, String unit) {
    return experiment.figures().stream()
        .filter(it -> operation.equals(it.operation()))
        .filter(it -> it.statistic().equals(statistic) && it.unit().equals(unit))
        .findFirst()
        .orElseThrow();
  }
}
