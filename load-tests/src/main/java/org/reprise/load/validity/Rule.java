package org.reprise.load.validity;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.reprise.load.validity.Observed.Stretch;

/** A reason for which an execution says nothing about the system under test. */
public enum Rule {
  /** Nothing ended well. */
  @JsonProperty("nothing-done")
  NOTHING_DONE {
    @Override
    List<Finding> check(Observed it, Thresholds limits) {
      return it.stretches().stream().anyMatch(s -> s.finished() > 0)
          ? List.of()
          : fatal("nothing was done" + errors(it));
    }
  },

  /** The generator sent late, or used most of the machine. */
  @JsonProperty("generator-saturated")
  GENERATOR_SATURATED {
    @Override
    List<Finding> check(Observed it, Thresholds limits) {
      List<Finding> found = new ArrayList<>();
      Double percent = it.generatorPercent();
      if (percent != null && percent > 100 * it.cores() * limits.generatorShare()) {
        found.add(
            ofTheMachine(
                "generator saturated: it used %.0f %% of a core, more than %.0f %% of the machine's"
                    + " %d",
                percent, 100 * limits.generatorShare(), it.cores()));
      }
      it.judged().stream()
          .flatMap(s -> late(it, s, limits).stream())
          .findFirst()
          .ifPresent(found::add);
      return found;
    }
  },

  /** Fewer flows were sent than were due. */
  @JsonProperty("rate-missed")
  RATE_MISSED {
    @Override
    List<Finding> check(Observed it, Thresholds limits) {
      return it.stretches().stream()
          .filter(s -> s.sent() < limits.sentShare() * s.due())
          .filter(s -> it.judged().contains(s) || !it.stopped().isEmpty())
          .findFirst()
          .map(s ->
              new Finding(
                  "%s%s: %d of %d flows were sent%s"
                      .formatted(
                          it.open() ? "offered rate missed" : "load not sent",
                          at(s),
                          s.sent(),
                          s.due(),
                          it.stopped().isEmpty() ? "" : ": " + it.stopped()),
                  it.judged().contains(s) ? Weight.FATAL : Weight.NOTE))
          .map(List::of)
          .orElse(List.of());
    }
  },

  /** The target answered errors below its knee. */
  @JsonProperty("target-errors")
  TARGET_ERRORS {
    @Override
    List<Finding> check(Observed it, Thresholds limits) {
      return it.judged().stream()
          .filter(s -> s.errors() > 0)
          .findFirst()
          .map(s ->
              fatal(
                  "%d of %d flows failed%s%s"
                      .formatted(s.errors(), s.errors() + s.finished(), at(s), errors(it))))
          .orElse(List.of());
    }
  },

  /** Programs that do not belong to the run took a good part of the machine. */
  @JsonProperty("neighbour")
  NEIGHBOUR {
    @Override
    List<Finding> check(Observed it, Thresholds limits) {
      Double percent = it.othersPercent();
      if (percent == null || percent < limits.neighbourNoted()) {
        return List.of();
      }
      boolean decides = percent >= 100 * it.cores() * limits.neighbourShare();
      return List.of(
          decides
              ? ofTheMachine(
                  "other programs used %.0f %% of a core%s, more than %.0f %% of the machine's %d",
                  percent, busiest(it), 100 * limits.neighbourShare(), it.cores())
              : new Finding(
                  format("other programs used %.0f %% of a core%s", percent, busiest(it)),
                  Weight.NOTE));
    }
  },

  /** Reads went to another server than the setting says. */
  @JsonProperty("wrong-source")
  WRONG_SOURCE {
    @Override
    List<Finding> check(Observed it, Thresholds limits) {
      Observed.Reads reads = it.reads();
      if (reads == null) {
        return List.of();
      }
      if (reads.all() == 0) {
        return fatal(
            "reads are to come from the %s, but none was counted".formatted(reads.expected()));
      }
      return reads.elsewhere() <= limits.elsewhereShare() * reads.all()
          ? List.of()
          : fatal(
              "reads are to come from the %s, but %d of %d came from elsewhere"
                  .formatted(reads.expected(), reads.elsewhere(), reads.all()));
    }
  };

  /** How much a finding weighs. */
  private enum Weight {
    /** Always invalid. */
    FATAL,

    /** The machine's fault: invalid where figures are judged at all. */
    MACHINE,

    /** Worth knowing. */
    NOTE
  }

  private record Finding(String why, Weight weight) {}

  /**
   * Whether the machine is to blame and not the system: what is measured again may come out
   * otherwise, and only figures of the execution itself are worth nothing.
   */
  public boolean isOfTheMachine() {
    return this == NEIGHBOUR || this == GENERATOR_SATURATED;
  }

  abstract List<Finding> check(Observed it, Thresholds limits);

  /**
   * Every rule that an execution broke.
   *
   * @param judged whether the figures are judged: a profile that judges none only notes what a busy
   *     machine does to them
   */
  public static List<Violation> violations(Observed it, Thresholds limits, boolean judged) {
    List<Violation> all = new ArrayList<>();
    for (Rule rule : values()) {
      for (Finding found : rule.check(it, limits)) {
        boolean fatal =
            switch (found.weight()) {
              case FATAL -> true;
              case MACHINE -> judged;
              case NOTE -> false;
            };
        all.add(
            new Violation(
                rule, it.experiment(), it.variant(), it.repetition(), found.why(), fatal));
      }
      if (rule == NOTHING_DONE && !all.isEmpty()) {
        return all;
      }
    }
    return all;
  }

  /**
   * Why so many values tell no such percentile; empty where they do. A figure that breaks this is
   * not measured, while its execution may be valid.
   */
  public static Optional<String> tooFewFor(double percentile, long values, Thresholds limits) {
    long needed = limits.valuesFor(percentile);
    return values >= needed
        ? Optional.empty()
        : Optional.of(
            format(
                "%d values tell no %sth percentile: it needs %d",
                values, String.valueOf(percentile).replaceAll("\\.0$", ""), needed));
  }

  private static Optional<Finding> late(Observed it, Stretch stretch, Thresholds limits) {
    // In a closed model single delays are the scheduler's, on a machine that is full.
    boolean median = !it.open() || stretch.sent() < limits.delayP99Samples();
    Double delay = median ? stretch.delayP50Ms() : stretch.delayP99Ms();
    if (delay == null || delay <= limits.delayMs()) {
      return Optional.empty();
    }
    return Optional.of(
        ofTheMachine(
            "generator saturated%s: %s of its flows were sent %.1f ms late or more, %.0f are"
                + " allowed",
            at(stretch), median ? "half" : "one in 100", delay, limits.delayMs()));
  }

  private static List<Finding> fatal(String why) {
    return List.of(new Finding(why, Weight.FATAL));
  }

  private static Finding ofTheMachine(String why, Object... values) {
    return new Finding(format(why, values), Weight.MACHINE);
  }

  private static String at(Stretch stretch) {
    return stretch.name().isEmpty() ? "" : " at " + stretch.name();
  }

  private static String busiest(Observed it) {
    return it.busiest().isEmpty() ? "" : " (most of it " + it.busiest() + ")";
  }

  private static String errors(Observed it) {
    return it.firstErrors().isEmpty() ? "" : ": " + String.join("; ", it.firstErrors());
  }

  private static String format(String text, Object... values) {
    return String.format(Locale.ROOT, text, values);
  }
}
