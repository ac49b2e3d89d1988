package org.reprise.load.baseline;

import java.util.List;

/**
 * Why a report's figures may be as they are, and the experiment that can show the reason wrong: the
 * same cost on every request, switched off in the control and on in the treatment, everything else
 * alike.
 *
 * @param id unique in its report
 * @param hypothesis the supposed reason, in a sentence
 * @param evidence what in the published figures points to it
 * @param experiment what is run to test it
 * @param judgedBy how the outcome is judged, in words; the tolerances below are its numbers
 * @param control the variant without the cost
 * @param treatment the variant with it
 * @param offset the light experiment in which the extra time of each operation is read from the
 *     minima
 * @param reference the experiment that stands in the report for {@code offset} without the cost
 * @param plateau experiments whose throughput the cost is supposed to bound
 * @param costQuantity the name of the measured quantity that holds one request's cost, milliseconds
 * @param coresQuantity the name of the measured quantity that holds how many times the cost alone
 *     the machine can bear at once
 * @param reportCores cores of the report's machine
 * @param offsetTolerance how far apart the operations' extra times may lie, (highest - lowest) /
 *     mean
 * @param costTolerance how far the mean extra time may lie from the cost measured alone, a share of
 *     it
 * @param plateauTolerance how far the throughput may lie from cores / cost, a share of it
 */
public record Explanation(
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
    double plateauTolerance) {
  public Explanation {
    plateau = List.copyOf(plateau);
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
