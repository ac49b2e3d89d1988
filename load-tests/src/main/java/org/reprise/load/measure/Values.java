package org.reprise.load.measure;

/** The checks that the records of this package share. */
final class Values {
  private Values() {}

  static String named(String what, String value) {
    if (value.isBlank()) {
      throw new IllegalArgumentException(what + " is blank");
    }
    return value;
  }

  static double finite(String what, double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException(what + " is not a finite number: " + value);
    }
    return value;
  }

  static void notNegative(String what, long value) {
    if (value < 0) {
      throw new IllegalArgumentException(what + " is negative: " + value);
    }
  }

  static double notNegative(String what, double value) {
    if (value < 0) {
      throw new IllegalArgumentException(what + " is negative: " + value);
    }
    return value;
  }
}
