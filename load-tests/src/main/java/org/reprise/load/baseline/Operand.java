package org.reprise.load.baseline;

import java.util.Arrays;
import java.util.Optional;
import org.reprise.load.baseline.Unit.Dimension;

/**
 * What can be asked of a run or of a report: the functions of an {@link Expression}, and the
 * statistics that a {@link Figure} may have.
 */
public enum Operand {
  /** Flows, or calls of an operation, that ended well. */
  COUNT("count", Dimension.COUNT, Scope.EXPERIMENT),

  /** The same in a second. */
  RATE("rate", Dimension.RATE, Scope.EXPERIMENT),

  // The time of a call that ended well.
  MIN("min", Dimension.TIME, Scope.EXPERIMENT),
  AVG("avg", Dimension.TIME, Scope.EXPERIMENT),
  P90("p90", Dimension.TIME, Scope.EXPERIMENT),
  P99("p99", Dimension.TIME, Scope.EXPERIMENT),
  MAX("max", Dimension.TIME, Scope.EXPERIMENT),

  /** Share of the calls that failed, percent. */
  ERROR("error", Dimension.SHARE, Scope.EXPERIMENT),

  /** The sum of the averages of all operations: the time of one flow. */
  FLOW("flow", Dimension.TIME, Scope.EXPERIMENT),

  /** Use of CPU over the whole execution, % of one core. */
  CPU("cpu", Dimension.SHARE, Scope.ROLE),

  /** Highest use of CPU over a few seconds, % of one core. */
  CPU_PEAK("cpu-peak", Dimension.SHARE, Scope.ROLE),

  /** CPU time of the execution. */
  CPU_TIME("cpu-time", Dimension.TIME, Scope.ROLE),

  /** Java heap after the execution divided by that before it, both after a collection. */
  HEAP("heap", Dimension.COUNT, Scope.ROLE),

  /** What a system counts itself, by its name. */
  QUANTITY("quantity", Dimension.COUNT, Scope.NAME),

  /** The highest rate that was carried, see {@link org.reprise.load.measure.Knee}. */
  KNEE("knee", Dimension.RATE, Scope.EXPERIMENT),

  /** Median of the averages of an open model's steps, up to a rate, or else up to the knee. */
  STEP_MEDIAN("step-median", Dimension.TIME, Scope.EXPERIMENT),

  /** Highest of them. */
  STEP_MAX("step-max", Dimension.TIME, Scope.EXPERIMENT),

  /** Average of the first step beyond the knee. */
  STEP_BEYOND("step-beyond", Dimension.TIME, Scope.EXPERIMENT),

  /** CPU for one flow in the last third of an execution divided by that in the first. */
  CPU_TREND("cpu-trend", Dimension.COUNT, Scope.ROLE),

  /** The same of the lowest Java heap in use, which is what is left after a collection. */
  HEAP_TREND("heap-trend", Dimension.COUNT, Scope.ROLE),

  /** The floor that was measured beside an experiment. */
  FLOOR("floor", Dimension.RATE, Scope.EXPERIMENT),

  /** A published figure, whatever was measured. */
  PUBLISHED("published", Dimension.COUNT, Scope.NAME),

  /** The highest of several, as far as they are known. */
  HIGHEST("highest", Dimension.COUNT, Scope.EXPRESSIONS),

  /** The lowest of them. */
  LOWEST("lowest", Dimension.COUNT, Scope.EXPRESSIONS),

  /** The lowest of them divided by the highest. */
  FLATNESS("flatness", Dimension.COUNT, Scope.EXPRESSIONS),

  /** A value divided by the report's. */
  TO_REPORT("to-report", Dimension.COUNT, Scope.EXPRESSIONS);

  /** What stands in the brackets of a function. */
  public enum Scope {
    /** An experiment, and for some an operation or a rate. */
    EXPERIMENT,
    /** A role and an experiment. */
    ROLE,
    NAME,
    EXPRESSIONS
  }

  private final String word;
  private final Dimension dimension;
  private final Scope scope;

  Operand(String word, Dimension dimension, Scope scope) {
    this.word = word;
    this.dimension = dimension;
    this.scope = scope;
  }

  public static Optional<Operand> of(String word) {
    return Arrays.stream(values()).filter(it -> it.word.equals(word)).findFirst();
  }

  public String word() {
    return word;
  }

  /** What it measures, in that dimension's base unit. */
  public Dimension dimension() {
    return dimension;
  }

  public Scope scope() {
    return scope;
  }
}
