package org.reprise.load.measure;

import org.jspecify.annotations.Nullable;

/** The checks that the records of this package share. */
final class Values {
  private Values() {}

  static void named(String what, String value) {
    if (value.isBlank()) {
      throw new IllegalArgumentException(what + " is blank");
    }
  }

  static void execution(String experiment, int repetition) {
    named("experiment", experiment);
    if (repetition < 1) {
      throw new IllegalArgumentException("repetition must be 1 or more, was " + repetition);
    }
  }

  static void finite(String what, double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException(what + " is not a finite number: " + value);
    }
  }

  /** Numbers and amounts, of which none is below 0; those that are not known are null. */
  static void amounts(String what, @Nullable Number... values) {
    for (Number value : values) {
      if (value != null) {
        finite(what, value.doubleValue());
        if (value.doubleValue() < 0) {
          throw new IllegalArgumentException(what + " is negative: " + value);
        }
      }
    }
  }
}
