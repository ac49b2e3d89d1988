package org.reprise.load.baseline;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.reprise.load.baseline.Unit.Dimension;

/**
 * What can be asked of a run or of a report: the closed set of functions in an {@link Expression},
 * and of statistics that a {@link Figure} may have. One that is not here is measured by nobody.
 */
public enum Operand {
  /** Flows, or calls of an operation, that ended well. */
  COUNT("count", Dimension.COUNT, Argument.EXPERIMENT, Argument.OPERATION_OR_NONE),

  /** The same in a second. */
  RATE("rate", Dimension.RATE, Argument.EXPERIMENT, Argument.OPERATION_OR_NONE),

  // The time of a call that ended well.
  MIN("min", Dimension.TIME, Argument.EXPERIMENT, Argument.OPERATION),
  AVG("avg", Dimension.TIME, Argument.EXPERIMENT, Argument.OPERATION),
  P90("p90", Dimension.TIME, Argument.EXPERIMENT, Argument.OPERATION),
  P99("p99", Dimension.TIME, Argument.EXPERIMENT, Argument.OPERATION),
  MAX("max", Dimension.TIME, Argument.EXPERIMENT, Argument.OPERATION),

  /** Share of the calls that failed, percent. */
  ERROR("error", Dimension.SHARE, Argument.EXPERIMENT, Argument.OPERATION_OR_NONE),

  /** The sum of the averages of all operations: the time of one flow. */
  FLOW("flow", Dimension.TIME, Argument.EXPERIMENT),

  /** Use of CPU over the whole execution, % of one core. */
  CPU("cpu", Dimension.SHARE, Argument.ROLE, Argument.EXPERIMENT),

  /** Highest use of CPU over a few seconds, % of one core. */
  CPU_PEAK("cpu-peak", Dimension.SHARE, Argument.ROLE, Argument.EXPERIMENT),

  /** Seconds of CPU. */
  CPU_TIME("cpu-time", Dimension.TIME, Argument.ROLE, Argument.EXPERIMENT),

  /** Java heap after the execution divided by that before it, both after a collection. */
  HEAP("heap", Dimension.COUNT, Argument.ROLE, Argument.EXPERIMENT),

  /** What a system counts itself, by the figure's id. */
  QUANTITY("quantity", Dimension.COUNT, Argument.NAME),

  /** The highest rate that was carried, see {@link org.reprise.load.measure.Knee}. */
  KNEE("knee", Dimension.RATE, Argument.EXPERIMENT),

  /** Median of the averages of an open model's steps, up to a rate, or else up to the knee. */
  STEP_MEDIAN("step-median", Dimension.TIME, Argument.EXPERIMENT, Argument.RATE_OR_NONE),

  /** Highest of them. */
  STEP_MAX("step-max", Dimension.TIME, Argument.EXPERIMENT, Argument.RATE_OR_NONE),

  /** Average of the first step beyond the knee. */
  STEP_BEYOND("step-beyond", Dimension.TIME, Argument.EXPERIMENT),

  /** CPU for one flow in the last third of an execution divided by that in the first. */
  CPU_TREND("cpu-trend", Dimension.COUNT, Argument.ROLE, Argument.EXPERIMENT),

  /** The same of the lowest Java heap in use, which is what is left after a collection. */
  HEAP_TREND("heap-trend", Dimension.COUNT, Argument.ROLE, Argument.EXPERIMENT),

  /** The floor that was measured beside an experiment. */
  FLOOR("floor", Dimension.RATE, Argument.EXPERIMENT),

  /** A published figure or statement, whatever was measured. */
  PUBLISHED("published", Dimension.COUNT, Argument.FIGURE),

  /** The highest of several, as far as they are known. */
  HIGHEST("highest", Dimension.COUNT, Argument.ANY),

  /** The lowest of them. */
  LOWEST("lowest", Dimension.COUNT, Argument.ANY);

  /** What stands in the brackets of a function. */
  enum Argument {
    EXPERIMENT,
    OPERATION,
    OPERATION_OR_NONE,
    ROLE,
    NAME,
    FIGURE,
    RATE_OR_NONE,
    ANY
  }

  private final String word;
  private final Dimension dimension;
  private final List<Argument> arguments;

  Operand(String word, Dimension dimension, Argument... arguments) {
    this.word = word;
    this.dimension = dimension;
    this.arguments = List.of(arguments);
  }

  public String word() {
    return word;
  }

  /** What it measures, in that dimension's base unit. */
  public Dimension dimension() {
    return dimension;
  }

  List<Argument> arguments() {
    return arguments;
  }

  /** The argument at a place; what has any number of them repeats its last one. */
  Argument argument(int place) {
    return arguments.get(Math.min(place, arguments.size() - 1));
  }

  boolean takes(int count) {
    if (isOneOfSeveral()) {
      return count >= 1;
    }
    boolean optional =
        arguments.getLast() == Argument.OPERATION_OR_NONE
            || arguments.getLast() == Argument.RATE_OR_NONE;
    return count == arguments.size() || (optional && count == arguments.size() - 1);
  }

  public static Optional<Operand> of(String word) {
    return Arrays.stream(values()).filter(it -> it.word.equals(word)).findFirst();
  }

  /** Those that a figure may have as its statistic, in the words of a message. */
  static String statistics() {
    return String.join(
        ", ", Arrays.stream(values()).filter(Operand::isStatistic).map(Operand::word).toList());
  }

  boolean isStatistic() {
    return ordinal() <= KNEE.ordinal();
  }

  /** Whether it is a quantity, which a figure's own id names. */
  boolean isOfName() {
    return arguments.getFirst() == Argument.NAME;
  }

  public boolean isOneOfSeveral() {
    return arguments.getLast() == Argument.ANY;
  }

  public boolean isOfRole() {
    return arguments.getFirst() == Argument.ROLE;
  }
}
