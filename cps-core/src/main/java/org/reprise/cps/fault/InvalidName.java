package org.reprise.cps.fault;

import com.google.common.base.CharMatcher;

public final class InvalidName extends InvalidRequest {
  private static final int MAX_LENGTH = 255;
  private static final CharMatcher FORBIDDEN = orControl("=!\" #$%&'()*+,./\\:;<>?@[]^`{|}~");

  /** What cannot stand in a URL's path, or in the API's list of schema sets. */
  private static final CharMatcher FORBIDDEN_OF_SCHEMA_SETS = orControl("/\\%;,");

  private InvalidName(String details) {
    super("Name or ID Validation Error", details);
  }

  private static CharMatcher orControl(String characters) {
    return CharMatcher.anyOf(characters).or(CharMatcher.javaIsoControl());
  }

  /**
   * Checks a name of a dataspace or anchor.
   *
   * @throws InvalidName when it is empty, longer than 255 characters, or holds a control character
   *     or one that ONAP CPS does not allow either
   */
  public static void check(String parameter, String name) {
    check(parameter, name, FORBIDDEN);
  }

  /**
   * Checks a name of a schema set, for which ONAP CPS has no rule.
   *
   * @throws InvalidName when it is empty, blank or only dots, longer than 255 characters, or holds
   *     a control character or one that no later request could name it with
   */
  public static void checkSchemaSet(String parameter, String name) {
    check(parameter, name, FORBIDDEN_OF_SCHEMA_SETS);
    if (name.isBlank() || name.chars().allMatch(c -> c == '.')) {
      throw new InvalidName("%s must not be blank or only dots.".formatted(parameter));
    }
  }

  private static void check(String parameter, String name, CharMatcher forbidden) {
    if (name.isEmpty() || name.length() > MAX_LENGTH) {
      throw new InvalidName(
          "%s must have 1 to %d characters, has %d."
              .formatted(parameter, MAX_LENGTH, name.length()));
    }
    int at = forbidden.indexIn(name);
    if (at >= 0) {
      char c = name.charAt(at);
      boolean control = Character.isISOControl(c);
      throw new InvalidName(
          "%s %s must not hold the character %s (at position %d)."
              .formatted(
                  parameter,
                  control ? "" : name,
                  control ? "U+%04X".formatted((int) c) : "'" + c + "'",
                  at + 1));
    }
  }
}
