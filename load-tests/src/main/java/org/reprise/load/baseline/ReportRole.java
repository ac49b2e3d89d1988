package org.reprise.load.baseline;

import java.util.OptionalDouble;

/**
 * A server of the report's environment whose part a process of ours plays.
 *
 * @param id as in resources and in {@code --processors}
 * @param title as the report calls it
 * @param processors that it had there, in cores; {@link #NOT_STATED} where the report does not say
 * @param cell where the report says it, or what it says instead
 */
public record ReportRole(String id, String title, String processors, String cell) {
  /** The report does not say it. */
  public static final String NOT_STATED = "not stated";

  public ReportRole {
    if (!processors.equals(NOT_STATED) && !(number(processors) > 0)) {
      throw new IllegalArgumentException(
          id + ": processors are a number above 0 or '" + NOT_STATED + "', not " + processors);
    }
  }

  private static double number(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  /** Processors in cores, where the report states them. */
  public OptionalDouble cores() {
    return processors.equals(NOT_STATED)
        ? OptionalDouble.empty()
        : OptionalDouble.of(number(processors));
  }
}
