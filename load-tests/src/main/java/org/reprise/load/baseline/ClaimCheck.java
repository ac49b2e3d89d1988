package org.reprise.load.baseline;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a claim is checked: on orders, ratios and plateaus, which survive another machine. Each kind
 * states what the judge compares; a tolerance is a share (0.2 is 20 %).
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
  @JsonSubTypes.Type(value = ClaimCheck.HighestAverage.class, name = "highest-average"),
  @JsonSubTypes.Type(value = ClaimCheck.FlatThroughput.class, name = "flat-throughput"),
  @JsonSubTypes.Type(value = ClaimCheck.AgreeingAverages.class, name = "agreeing-averages"),
  @JsonSubTypes.Type(value = ClaimCheck.Faster.class, name = "faster"),
  @JsonSubTypes.Type(value = ClaimCheck.Growth.class, name = "growth"),
  @JsonSubTypes.Type(value = ClaimCheck.StableAverage.class, name = "stable-average"),
  @JsonSubTypes.Type(value = ClaimCheck.SteepBeyondKnee.class, name = "steep-beyond-knee"),
  @JsonSubTypes.Type(value = ClaimCheck.NoErrors.class, name = "no-errors"),
  @JsonSubTypes.Type(value = ClaimCheck.AverageBelow.class, name = "average-below"),
  @JsonSubTypes.Type(value = ClaimCheck.StableResource.class, name = "stable-resource"),
  @JsonSubTypes.Type(value = ClaimCheck.EqualQuantities.class, name = "equal-quantities"),
  @JsonSubTypes.Type(value = ClaimCheck.QuantityRatio.class, name = "quantity-ratio"),
  @JsonSubTypes.Type(value = ClaimCheck.SmallerPenalty.class, name = "smaller-penalty"),
  @JsonSubTypes.Type(value = ClaimCheck.Shorter.class, name = "shorter"),
  @JsonSubTypes.Type(value = ClaimCheck.UsageRatio.class, name = "usage-ratio"),
  @JsonSubTypes.Type(value = ClaimCheck.HeapGrowth.class, name = "heap-growth")
})
public sealed interface ClaimCheck {
  /** Every experiment that the check looks at. */
  List<String> experiments();

  /**
   * In each experiment the operation's average is above that of every other one.
   *
   * @param operation the one that is highest
   * @param experiments in each of these
   */
  record HighestAverage(String operation, List<String> experiments) implements ClaimCheck {
    public HighestAverage {
      experiments = List.copyOf(experiments);
    }
  }

  /**
   * The flows per second of the experiments lie within the tolerance: (highest - lowest) / highest.
   *
   * @param experiments that are alike
   * @param tolerance how far apart they may lie, a share of the highest
   */
  record FlatThroughput(List<String> experiments, double tolerance) implements ClaimCheck {
    public FlatThroughput {
      experiments = List.copyOf(experiments);
      share(tolerance);
    }
  }

  /**
   * In each experiment the averages of the operations lie within the tolerance: highest / lowest -
   * 1.
   *
   * @param operations that are alike
   * @param experiments in each of these
   * @param tolerance how far apart they may lie
   */
  record AgreeingAverages(List<String> operations, List<String> experiments, double tolerance)
      implements ClaimCheck {
    public AgreeingAverages {
      operations = List.copyOf(operations);
      experiments = List.copyOf(experiments);
      share(tolerance);
    }
  }

  /**
   * In each pair every operation's average is lower in the faster experiment; the factors are told.
   *
   * @param pairs compared
   * @param operations each of these
   */
  record Faster(List<Pair> pairs, List<String> operations) implements ClaimCheck {
    public Faster {
      pairs = List.copyOf(pairs);
      operations = List.copyOf(operations);
    }

    @Override
    public List<String> experiments() {
      return pairs.stream().flatMap(p -> List.of(p.faster(), p.slower()).stream()).toList();
    }

    /**
     * Two experiments under the same load.
     *
     * @param faster the one whose averages are lower
     * @param slower the other
     */
    public record Pair(String faster, String slower) {}
  }

  /**
   * The averages grow from one experiment to the other by as much as in the report, give or take a
   * factor.
   *
   * @param from the lighter load
   * @param to the heavier load
   * @param operations each of these; {@link #FLOW} is the sum of all averages, the time of one flow
   * @param factor how far the growth may lie from the report's, either way (2 is half to double)
   */
  record Growth(String from, String to, List<String> operations, double factor)
      implements ClaimCheck {
    /** Stands for the whole flow: the sum of its operations' averages. */
    public static final String FLOW = "flow";

    public Growth {
      operations = List.copyOf(operations);
      aboveOne(factor);
    }

    @Override
    public List<String> experiments() {
      return List.of(from, to);
    }
  }

  /**
   * Up to the knee the average of every step of an open model is at most a factor above the median
   * of the steps' averages.
   *
   * @param experiment with steps
   * @param factor how far above the median a step may lie
   */
  record StableAverage(String experiment, double factor) implements ClaimCheck {
    public StableAverage {
      aboveOne(factor);
    }

    @Override
    public List<String> experiments() {
      return List.of(experiment);
    }
  }

  /**
   * The average of the first step beyond the knee is at least a factor above the median of those up
   * to it.
   *
   * @param experiment with steps
   * @param factor how far it is at least above
   */
  record SteepBeyondKnee(String experiment, double factor) implements ClaimCheck {
    public SteepBeyondKnee {
      aboveOne(factor);
    }

    @Override
    public List<String> experiments() {
      return List.of(experiment);
    }
  }

  /**
   * No flow fails: in whole experiments, and in the steps of others up to the report's rate.
   *
   * @param experiments each of these
   * @param upTo id of the statement whose published rate bounds the steps that are looked at
   */
  record NoErrors(List<String> experiments, String upTo) implements ClaimCheck {
    public NoErrors {
      experiments = List.copyOf(experiments);
    }
  }

  /**
   * The average is below a limit: of whole experiments with a constant rate, and of each step of a
   * ramp up to the report's knee.
   *
   * @param experiments each of these
   * @param limit id of the statement that holds the limit in seconds
   * @param upTo id of the statement whose published rate bounds the steps that are looked at
   */
  record AverageBelow(List<String> experiments, String limit, String upTo) implements ClaimCheck {
    public AverageBelow {
      experiments = List.copyOf(experiments);
    }
  }

  /**
   * A resource of a process does not grow over an experiment: its value in the last third is at
   * most a tolerance above that in the first third. Of memory the lowest values are compared, which
   * is what is left after garbage collection; of CPU the time for one flow.
   *
   * @param experiment over which
   * @param process for example {@code ebms-adapter}
   * @param metrics {@code heap}, {@code rss} or {@code cpu}
   * @param tolerance how much it may grow, a share
   */
  record StableResource(String experiment, String process, List<String> metrics, double tolerance)
      implements ClaimCheck {
    public StableResource {
      metrics = List.copyOf(metrics);
      share(tolerance);
    }

    @Override
    public List<String> experiments() {
      return List.of(experiment);
    }
  }

  /**
   * Two counted quantities are equal and not zero.
   *
   * @param one name of a quantity
   * @param other name of a quantity
   * @param experiments during which they were counted
   */
  record EqualQuantities(String one, String other, List<String> experiments) implements ClaimCheck {
    public EqualQuantities {
      experiments = List.copyOf(experiments);
    }
  }

  /**
   * A measured quantity is at least a number of times a published one.
   *
   * @param quantity its name
   * @param statement id of the published one
   * @param atLeast how many times
   * @param experiments in which it was measured
   */
  record QuantityRatio(String quantity, String statement, double atLeast, List<String> experiments)
      implements ClaimCheck {
    public QuantityRatio {
      experiments = List.copyOf(experiments);
    }
  }

  /**
   * What running in parallel costs an operation, its average beside others divided by its average
   * alone, is smaller in one pair of experiments than in another. No tolerance: it must be smaller
   * by more than the spread of its repetitions.
   *
   * @param operation whose average
   * @param smaller the pair with the smaller penalty
   * @param greater the pair with the greater one
   */
  record SmallerPenalty(String operation, Cells smaller, Cells greater) implements ClaimCheck {
    @Override
    public List<String> experiments() {
      return List.of(
          smaller.separate(), smaller.parallel(), greater.separate(), greater.parallel());
    }

    /**
     * The same work alone and in parallel.
     *
     * @param separate the experiment in which it is alone
     * @param parallel the experiment in which it is not
     */
    public record Cells(String separate, String parallel) {}
  }

  /**
   * An operation's average is lower in one experiment than in another, by more than the spread of
   * their repetitions.
   *
   * @param operation whose average
   * @param experiment in which it is lower
   * @param than in which it is higher
   */
  record Shorter(String operation, String experiment, String than) implements ClaimCheck {
    @Override
    public List<String> experiments() {
      return List.of(experiment, than);
    }
  }

  /**
   * The use of a resource in one experiment divided by that in another lies between two bounds.
   *
   * @param processes the highest use of these
   * @param metric which use
   * @param from the experiment that divides
   * @param to the experiment that is divided
   * @param atLeast lower bound; null where there is none
   * @param atMost upper bound; null where there is none
   */
  record UsageRatio(
      List<String> processes,
      UsageOf.Metric metric,
      String from,
      String to,
      @Nullable Double atLeast,
      @Nullable Double atMost)
      implements ClaimCheck {
    public UsageRatio {
      processes = List.copyOf(processes);
      if (atLeast == null && atMost == null) {
        throw new IllegalArgumentException("a ratio needs atLeast, atMost or both");
      }
    }

    @Override
    public List<String> experiments() {
      return List.of(from, to);
    }
  }

  /**
   * No process keeps more Java heap after an experiment than before it, both after a collection.
   *
   * @param processes each of these
   * @param experiments each of these
   * @param tolerance how much more it may be, a share
   */
  record HeapGrowth(List<String> processes, List<String> experiments, double tolerance)
      implements ClaimCheck {
    public HeapGrowth {
      processes = List.copyOf(processes);
      experiments = List.copyOf(experiments);
      share(tolerance);
    }
  }

  private static void aboveOne(double factor) {
    if (!(factor > 1)) {
      throw new IllegalArgumentException("factor must be above 1, was " + factor);
    }
  }

  private static void share(double tolerance) {
    if (!(tolerance > 0 && tolerance < 1)) {
      throw new IllegalArgumentException("tolerance is a share between 0 and 1, was " + tolerance);
    }
  }
}
