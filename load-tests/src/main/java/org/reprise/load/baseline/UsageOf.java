package org.reprise.load.baseline;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * Which use of resources is meant: of several processes the highest in each repetition.
 *
 * @param experiment during which
 * @param processes for example {@code primary}
 * @param metric what of it
 */
public record UsageOf(String experiment, List<String> processes, Metric metric) {
  /** What is counted of a process. */
  public enum Metric {
    /** Highest use of CPU over a few seconds, % of one core. */
    @JsonProperty("cpu-peak")
    CPU_PEAK,

    /** Use of CPU over the whole experiment, % of one core. */
    @JsonProperty("cpu")
    CPU,

    /** CPU time used, seconds. */
    @JsonProperty("cpu-seconds")
    CPU_SECONDS,

    /** Java heap after the experiment divided by that before it, both after a collection. */
    @JsonProperty("heap-growth")
    HEAP_GROWTH
  }

  public UsageOf {
    processes = List.copyOf(processes);
    if (processes.isEmpty()) {
      throw new IllegalArgumentException("a use of resources needs a process");
    }
  }
}
