package org.reprise.load.report;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.reprise.load.measure.ExperimentRun;
import org.reprise.load.measure.Floor;
import org.reprise.load.measure.Variant;
import org.reprise.load.run.ExperimentRecord;
import org.reprise.load.run.RunRecord;

/**
 * Flows per second of one experiment, and the floor measured beside it.
 *
 * @param experiment its record
 * @param published by Little's law from the published averages; null where they do not tell
 * @param exact measured exactly as the report did; null where not run
 * @param steady measured after warm-up; null where not run
 * @param floor the floor that bounds it, of the same run; null where there is none
 */
record Throughput(
    ExperimentRecord experiment,
    @Nullable Double published,
    @Nullable Double exact,
    @Nullable Double steady,
    @Nullable Floor floor) {
  static List<Throughput> of(RunRecord run) {
    return run.experiments().stream()
        .map(e ->
            new Throughput(
                e,
                e.publishedFlowsPerSecond(),
                rate(e, Variant.REPORT_EXACT),
                rate(e, Variant.STEADY),
                floor(run, e).orElse(null)))
        .toList();
  }

  /** Steady divided by published. */
  OptionalDouble ratio() {
    return steady == null || published == null || published == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(steady / published);
  }

  /** Steady divided by the floor. */
  OptionalDouble toFloor() {
    return steady == null || floor == null || floor.value() == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(steady / floor.value());
  }

  private static @Nullable Double rate(ExperimentRecord experiment, String variant) {
    OptionalDouble rate =
        experiment.runs().stream()
            .filter(r -> r.variant().equals(variant))
            .mapToDouble(ExperimentRun::flowsPerSecond)
            .average();
    return rate.isPresent() ? rate.getAsDouble() : null;
  }

  private static Optional<Floor> floor(RunRecord run, ExperimentRecord experiment) {
    return run.floors().stream().filter(f -> experiment.id().equals(f.experiment())).findFirst();
  }
}
