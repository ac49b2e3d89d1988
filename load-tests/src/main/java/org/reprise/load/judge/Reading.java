package org.reprise.load.judge;

/**
 * A value with how far it may be off.
 *
 * @param value the value
 * @param spread half of the interval in which it lies with 95 % confidence, in the same unit; 0
 *     where a report states none
 */
record Reading(double value, double spread) {
  /** The spread as a share of the value. */
  double share() {
    return value == 0 ? 0 : spread / value;
  }

  static double together(double one, double other) {
    return Math.hypot(one, other);
  }
}
