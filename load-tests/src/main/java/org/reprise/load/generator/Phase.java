package org.reprise.load.generator;

import org.jspecify.annotations.Nullable;
import org.reprise.load.measure.Variant;

/**
 * One stretch of load.
 *
 * @param name in samples, logs and Gatling's groups: lower case, digits and dashes
 * @param experiment the baseline's experiment whose figures it yields; null for one that only warms
 *     up
 */
public record Phase(String name, @Nullable String experiment, String variant, Shape shape) {
  public static final String WARM_UP = "warm-up";

  public Phase {
    if (!name.matches("[a-z0-9-]+")) {
      throw new IllegalArgumentException(
          "a phase's name is lower case, digits and dashes, not '" + name + "'");
    }
    if (shape.users() < 1 && !(shape instanceof Shape.Arrivals)) {
      throw new IllegalArgumentException("users: at least 1, not " + shape.users());
    }
  }

  /** Returns one that yields the figures of the experiment of its name, or that warms up. */
  public static Phase of(String name, Shape shape) {
    return name.startsWith(WARM_UP)
        ? warmUp(name, shape)
        : new Phase(name, name, Variant.REPORT_EXACT, shape);
  }

  public static Phase warmUp(String name, Shape shape) {
    return new Phase(name, null, WARM_UP, shape);
  }
}
