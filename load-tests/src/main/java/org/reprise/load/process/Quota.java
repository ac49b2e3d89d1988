package org.reprise.load.process;

/**
 * A share of the processors as the kernel's scheduler takes it: so much of each period, then a stop
 * until the next one (cgroups(7), {@code cpu.max}).
 *
 * <p>The kernel's usual period is 100 ms: a process with a sixth of a core would stop for 85 ms
 * whenever its share is used up, and answers that take milliseconds would show these stops instead
 * of its own work. So a period is as long as makes a stop of one processor's work some 20 ms.
 *
 * @param micros of processor time in each period
 * @param periodMicros microseconds
 */
record Quota(long micros, long periodMicros) {
  /** The kernel's own, and Docker's. */
  static final long LONGEST_PERIOD_MICROS = 100_000;

  private static final double STOP_MICROS = 20_000;

  /** The kernel refuses less. */
  private static final double LEAST_MICROS = 1_000;

  /**
   * @param cores more than 0
   */
  static Quota of(double cores) {
    double period =
        cores < 1 ? Math.max(STOP_MICROS / (1 - cores), LEAST_MICROS / cores) : Double.MAX_VALUE;
    var whole = Math.round(Math.min(period, LONGEST_PERIOD_MICROS) / 1_000) * 1_000;
    return new Quota(Math.max((long) LEAST_MICROS, Math.round(cores * whole)), whole);
  }
}
