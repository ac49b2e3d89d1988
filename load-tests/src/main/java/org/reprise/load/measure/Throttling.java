package org.reprise.load.measure;

/**
 * How a group of processes was held back by its quota of processor time, as the kernel counts it.
 *
 * @param periods in which one of its processes wanted to run; a period is a tenth of a second
 * @param throttled of these, in how many the quota was used up
 * @param seconds that its processes had to wait for the next period, added up over the processors
 */
public record Throttling(long periods, long throttled, double seconds) {
  /** Nothing counted yet. */
  public static final Throttling NONE = new Throttling(0, 0, 0);

  public Throttling since(Throttling earlier) {
    return new Throttling(
        Math.max(0, periods - earlier.periods),
        Math.max(0, throttled - earlier.throttled),
        Math.max(0, seconds - earlier.seconds));
  }

  /** Throttled periods of all, 0 to 1; 0 where there was none. */
  public double share() {
    return periods == 0 ? 0 : (double) throttled / periods;
  }
}
