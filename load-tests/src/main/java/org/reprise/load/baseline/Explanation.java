package org.reprise.load.baseline;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import java.util.List;

/** Why a report's figures may be as they are, and the experiment that can show the reason wrong. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
public sealed interface Explanation {
  /** Unique in its report. */
  String id();

  /** The supposed reason, in a sentence. */
  String hypothesis();

  /** What in the published figures points to it. */
  String evidence();

  /** What is run to test it. */
  String experiment();

  /** How the outcome is judged, in words; the kind's tolerances are its numbers. */
  String judgedBy();

  /**
   * The same cost on every request, switched off in the control and on in the treatment, everything
   * else alike.
   *
   * @param control the variant without the cost
   * @param treatment the variant with it
   * @param offset the light experiment in which the extra time of each operation is read from the
   *     minima
   * @param reference the experiment that stands in the report for {@code offset} without the cost
   * @param plateau experiments whose throughput the cost is supposed to bound
   * @param costQuantity the name of the measured quantity that holds one request's cost,
   *     milliseconds
   * @param coresQuantity the name of the measured quantity that holds how many times the cost alone
   *     the machine can bear at once
   * @param reportCores cores of the report's machine
   * @param offsetTolerance how far apart the operations' extra times may lie, (highest - lowest) /
   *     mean
   * @param costTolerance how far the mean extra time may lie from the cost measured alone, a share
   *     of it
   * @param plateauTolerance how far the throughput may lie from cores / cost, a share of it
   */
  @JsonTypeName("cost-of-a-request")
  record RequestCost(
      String id,
      String hypothesis,
      String evidence,
      String experiment,
      String judgedBy,
      String control,
      String treatment,
      String offset,
      String reference,
      List<String> plateau,
      String costQuantity,
      String coresQuantity,
      int reportCores,
      double offsetTolerance,
      double costTolerance,
      double plateauTolerance)
      implements Explanation {
    public RequestCost {
      plateau = List.copyOf(plateau);
      if (plateau.isEmpty()) {
        throw new IllegalArgumentException(id + ": it names no experiment of the plateau");
      }
      if (control.equals(treatment)) {
        throw new IllegalArgumentException(id + ": control and treatment are the same variant");
      }
      for (double tolerance : new double[] {offsetTolerance, costTolerance, plateauTolerance}) {
        if (!(tolerance > 0 && tolerance < 1)) {
          throw new IllegalArgumentException(
              id + ": a tolerance is a share between 0 and 1, was " + tolerance);
        }
      }
    }
  }

  /**
   * A cost on every item, which is supposed to bound the rate at which the report's system handles
   * them: what does the same work with that cost, on whatever machine, comes to about the published
   * rates, and is faster where several items share it.
   *
   * @param withCost the {@linkplain Expression expression} of the rate, items in a second, where
   *     each item bears the cost
   * @param withoutCost that of the same work where many items share it
   * @param published ids of the published rates that it is supposed to explain, at least one
   * @param factor how far outside of the range of the published rates the one with the cost may
   *     lie, either way (2 is from half of the lowest to double the highest); the one without must
   *     lie above all of that
   */
  @JsonTypeName("cost-of-an-item")
  record ItemCost(
      String id,
      String hypothesis,
      String evidence,
      String experiment,
      String judgedBy,
      String withCost,
      String withoutCost,
      List<String> published,
      double factor)
      implements Explanation {
    public ItemCost {
      published = List.copyOf(published);
      if (published.isEmpty()) {
        throw new IllegalArgumentException(id + ": it names no published rate");
      }
      if (withCost.equals(withoutCost)) {
        throw new IllegalArgumentException(
            id + ": the rates with and without the cost are the same");
      }
      if (!(factor > 1)) {
        throw new IllegalArgumentException(id + ": the factor must be above 1, was " + factor);
      }
    }
  }
}
