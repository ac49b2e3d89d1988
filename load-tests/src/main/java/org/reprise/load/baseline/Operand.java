package org.reprise.load.baseline;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.reprise.load.baseline.Unit.Dimension;

/**
 * What can be asked of a run or of a report: the functions of an {@link Expression}, and the
 * statistics that a {@link Figure} may have.
 */
public enum Operand {
  COUNT(Dimension.COUNT, Scope.EXPERIMENT), // of calls of an operation that ended well
  RATE(Dimension.RATE, Scope.EXPERIMENT), // of flows, or of calls of an operation
  MIN(Dimension.TIME, Scope.EXPERIMENT), // of the times of calls that ended well
  AVG(Dimension.TIME, Scope.EXPERIMENT),
  P90(Dimension.TIME, Scope.EXPERIMENT),
  P99(Dimension.TIME, Scope.EXPERIMENT),
  MAX(Dimension.TIME, Scope.EXPERIMENT),
  ERROR(Dimension.SHARE, Scope.EXPERIMENT), // of the calls
  FLOW(Dimension.TIME, Scope.EXPERIMENT), // the averages of all operations together
  CPU(Dimension.SHARE, Scope.ROLE), // of one core, over the whole execution
  CPU_PEAK(Dimension.SHARE, Scope.ROLE), // the same over a few seconds
  CPU_TIME(Dimension.TIME, Scope.ROLE),
  HEAP(Dimension.COUNT, Scope.ROLE), // after the execution to before, both after a collection
  QUANTITY(Dimension.COUNT, Scope.NAME), // what a system counts itself
  KNEE(Dimension.RATE, Scope.EXPERIMENT), // see org.reprise.load.measure.Knee

  /** Median of the averages of an open model's steps, up to a rate, or else up to the knee. */
  STEP_MEDIAN(Dimension.TIME, Scope.EXPERIMENT),
  STEP_MAX(Dimension.TIME, Scope.EXPERIMENT),
  STEP_BEYOND(Dimension.TIME, Scope.EXPERIMENT), // average of the first step beyond the knee

  /** CPU for one flow in the last third of an execution divided by that in the first. */
  CPU_TREND(Dimension.COUNT, Scope.ROLE),
  HEAP_TREND(Dimension.COUNT, Scope.ROLE), // the same of the lowest heap in use
  FLOOR(Dimension.RATE, Scope.EXPERIMENT), // that was measured beside the experiment
  PUBLISHED(Dimension.COUNT, Scope.NAME), // a figure of the report, whatever was measured
  HIGHEST(Dimension.COUNT, Scope.EXPRESSIONS), // of those that are known
  LOWEST(Dimension.COUNT, Scope.EXPRESSIONS),
  FLATNESS(Dimension.COUNT, Scope.EXPRESSIONS), // the lowest divided by the highest
  TO_REPORT(Dimension.COUNT, Scope.EXPRESSIONS); // a value divided by the report's

  /** What stands in the brackets of a function. */
  public enum Scope {
    EXPERIMENT, // and for some an operation or a rate
    ROLE, // and an experiment
    NAME,
    EXPRESSIONS
  }

  private final Dimension dimension;
  private final Scope scope;

  Operand(Dimension dimension, Scope scope) {
    this.dimension = dimension;
    this.scope = scope;
  }

  public static Optional<Operand> of(String word) {
    return Arrays.stream(values()).filter(it -> it.word().equals(word)).findFirst();
  }

  /** Returns its name in an expression, for example {@code cpu-peak}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** What it measures, in that dimension's base unit. */
  public Dimension dimension() {
    return dimension;
  }

  public Scope scope() {
    return scope;
  }
}
