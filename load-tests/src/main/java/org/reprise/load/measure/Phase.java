package org.reprise.load.measure;

import static org.reprise.load.measure.Values.finite;
import static org.reprise.load.measure.Values.named;

/**
 * A window of the run, shaded on the charts.
 *
 * @param name for example {@code remote-10x100 steady}
 * @param fromSeconds start on the run's clock
 * @param toSeconds end on the run's clock, not before the start
 */
public record Phase(String name, double fromSeconds, double toSeconds) {
  public Phase {
    named("name", name);
    finite("fromSeconds", fromSeconds);
    finite("toSeconds", toSeconds);
    if (toSeconds < fromSeconds) {
      throw new IllegalArgumentException(
          "phase %s ends (%s s) before it starts (%s s)".formatted(name, toSeconds, fromSeconds));
    }
  }
}
