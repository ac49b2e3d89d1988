package org.reprise.load.baseline;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;

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
  @JsonSubTypes.Type(value = ClaimCheck.Growth.class, name = "growth")
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
      if (!(factor > 1)) {
        throw new IllegalArgumentException("factor must be above 1, was " + factor);
      }
    }

    @Override
    public List<String> experiments() {
      return List.of(from, to);
    }
  }

  private static void share(double tolerance) {
    if (!(tolerance > 0 && tolerance < 1)) {
      throw new IllegalArgumentException("tolerance is a share between 0 and 1, was " + tolerance);
    }
  }
}
