package org.reprise.load.baseline;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.reprise.load.baseline.Unit.Dimension;

/** The functions of an {@link Expression}, and the statistics that a {@link Figure} may have. */
public enum Operand {
  COUNT(Dimension.COUNT, Scope.EXPERIMENT, "count of %s"), // of calls that ended well
  RATE(Dimension.RATE, Scope.EXPERIMENT, "rate of %s"),
  MIN(Dimension.TIME, Scope.EXPERIMENT, "shortest %s"), // of the times of calls that ended well
  AVG(Dimension.TIME, Scope.EXPERIMENT, "%s"),
  P90(Dimension.TIME, Scope.EXPERIMENT, "90 %% of %s"),
  P99(Dimension.TIME, Scope.EXPERIMENT, "99 %% of %s"),
  MAX(Dimension.TIME, Scope.EXPERIMENT, "longest %s"),
  ERROR(Dimension.SHARE, Scope.EXPERIMENT, "errors of %s"), // of the calls
  FLOW(Dimension.TIME, Scope.EXPERIMENT, "whole flow"), // the averages of all operations together
  CPU(Dimension.SHARE, Scope.ROLE, "CPU of %s"), // of one core, over the whole execution
  CPU_PEAK(Dimension.SHARE, Scope.ROLE, "peak CPU of %s"), // the same over a few seconds
  CPU_TIME(Dimension.TIME, Scope.ROLE, "CPU time of %s"),
  HEAP(Dimension.COUNT, Scope.ROLE, "heap of %s after to before"), // both after a collection
  QUANTITY(Dimension.COUNT, Scope.NAME, "%s"), // what a system counts itself
  KNEE(Dimension.RATE, Scope.EXPERIMENT, "highest rate that was carried"), // see measure.Knee
  STEP_MEDIAN(Dimension.TIME, Scope.EXPERIMENT, "median of the steps' averages"), // up to the knee
  STEP_MAX(Dimension.TIME, Scope.EXPERIMENT, "highest of the steps' averages"),
  STEP_BEYOND(Dimension.TIME, Scope.EXPERIMENT, "average of the first step that was too much"),
  CPU_TREND(Dimension.COUNT, Scope.ROLE, "CPU of %s for one flow, last third to first"),
  HEAP_TREND(Dimension.COUNT, Scope.ROLE, "lowest heap of %s, last third to first"),
  FLOOR(Dimension.RATE, Scope.EXPERIMENT, "floor"), // that was measured beside the experiment
  PUBLISHED(Dimension.COUNT, Scope.NAME, "the report's %s"), // whatever was measured
  HIGHEST(Dimension.COUNT, Scope.EXPRESSIONS, "highest of %s"), // of those that are known
  LOWEST(Dimension.COUNT, Scope.EXPRESSIONS, "lowest of %s"),
  FLATNESS(Dimension.COUNT, Scope.EXPRESSIONS, "lowest to highest of %s"),
  TO_REPORT(Dimension.COUNT, Scope.EXPRESSIONS, "%s to the report's");

  /** What stands in the brackets of a function. */
  public enum Scope {
    EXPERIMENT, // and for some an operation or a rate
    ROLE, // and an experiment
    NAME,
    EXPRESSIONS
  }

  private final Dimension dimension;
  private final Scope scope;
  private final String title;

  Operand(Dimension dimension, Scope scope, String title) {
    this.dimension = dimension;
    this.scope = scope;
    this.title = title;
  }

  public static Optional<Operand> of(String word) {
    return Arrays.stream(values()).filter(it -> it.word().equals(word)).findFirst();
  }

  /** Returns its name in an expression, for example {@code cpu-peak}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns it in words, of something whose words may begin a sentence. */
  String title(String of) {
    boolean begins = of.matches("[A-Z][a-z]* .*") && !title.startsWith("%");
    return title.formatted(
        begins ? of.substring(0, 1).toLowerCase(Locale.ROOT) + of.substring(1) : of);
  }

  public Dimension dimension() {
    return dimension;
  }

  public Scope scope() {
    return scope;
  }
}
