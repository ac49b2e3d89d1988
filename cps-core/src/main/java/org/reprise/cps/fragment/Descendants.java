package org.reprise.cps.fragment;

import org.reprise.cps.fault.InvalidRequest;

/** How many levels are read below a node; {@link Integer#MAX_VALUE} for all. */
public record Descendants(int levels) {
  public static final Descendants NONE = new Descendants(0);
  public static final Descendants DIRECT = new Descendants(1);
  public static final Descendants ALL = new Descendants(Integer.MAX_VALUE);

  public Descendants {
    if (levels < 0) {
      throw invalid(String.valueOf(levels));
    }
  }

  /**
   * Reads the parameter of API versions 2 and 3.
   *
   * @param parameter {@code none}, {@code direct}, {@code all}, a number of levels, or -1 for all
   * @throws InvalidRequest for anything else
   */
  public static Descendants of(String parameter) {
    return switch (parameter) {
      case "none", "0", "" -> NONE;
      case "direct", "1" -> DIRECT;
      case "all", "-1" -> ALL;
      default -> {
        if (!parameter.matches("\\d{1,6}")) {
          throw invalid(parameter);
        }
        yield new Descendants(Integer.parseInt(parameter));
      }
    };
  }

  private static InvalidRequest invalid(String parameter) {
    return new InvalidRequest(
        "Descendants option is invalid",
        "descendants must be none, direct, all or a number of levels, was '%s'."
            .formatted(parameter));
  }
}
