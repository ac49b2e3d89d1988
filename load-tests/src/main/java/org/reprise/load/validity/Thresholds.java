package org.reprise.load.validity;

/**
 * From when on a rule speaks. Written to run.json, so that a reader sees by what a run was judged.
 *
 * @param delayMs how late the generator may send, milliseconds
 * @param delayP99Samples fewer delays than this have no 99th percentile to speak of: their median
 *     counts
 * @param generatorShare of all cores that the generator may use
 * @param sentShare of the flows that were due, which must have been sent
 * @param neighbourNoted CPU of other programs from which on it is noted, in % of one core
 * @param neighbourShare of all cores, from which on what other programs used decides the figures
 * @param elsewhereShare of all reads that may come from another server than the setting says
 * @param valuesBeyondPercentile values that must lie beyond a percentile: 5 beyond the 99th are 500
 *     values
 * @param fewestValues behind an average that a claim is judged by, where nothing was repeated
 */
public record Thresholds(
    double delayMs,
    long delayP99Samples,
    double generatorShare,
    double sentShare,
    double neighbourNoted,
    double neighbourShare,
    double elsewhereShare,
    int valuesBeyondPercentile,
    int fewestValues) {
  /** Those of every run. */
  public static final Thresholds STANDARD =
      new Thresholds(10, 500, 0.7, 0.98, 30, 0.25, 0.01, 5, 10);

  /** Values that a percentile needs, for example 500 for 99. */
  public long valuesFor(double percentile) {
    // 100 - 99.9 is a little more than 0.1: without the slack it would need one value more.
    return (long) Math.ceil(valuesBeyondPercentile / (1 - percentile / 100) - 1e-6);
  }
}
