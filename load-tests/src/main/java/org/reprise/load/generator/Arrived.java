package org.reprise.load.generator;

import java.util.Base64;
import java.util.BitSet;
import java.util.List;
import org.reprise.load.measure.OpenLoad;

/**
 * What came of arrivals that did not wait for each other.
 *
 * @param steps in their order
 * @param seconds those in which something was answered or failed
 * @param sent flows that were begun, of the whole phase
 * @param answered numbers of the flows that were answered well, as bits in Base64, of the whole
 *     phase
 * @param stopped why the phase ended before its plan did; empty where it did not
 */
public record Arrived(
    List<OpenLoad.Step> steps,
    List<OpenLoad.Second> seconds,
    List<OpenLoad.Bar> distribution,
    long sent,
    String answered,
    String stopped) {
  public Arrived {
    steps = List.copyOf(steps);
    seconds = List.copyOf(seconds);
    distribution = List.copyOf(distribution);
  }

  static String encoded(BitSet numbers) {
    return Base64.getEncoder().encodeToString(numbers.toByteArray());
  }

  /** Numbers of the flows that were answered well, of the whole phase. */
  public BitSet answeredNumbers() {
    return BitSet.valueOf(Base64.getDecoder().decode(answered));
  }
}
