package org.reprise.cps.fault;

import java.util.BitSet;

/** A name that the API does not allow. */
public final class InvalidName extends InvalidRequest {
  private static final int LONGEST = 255;
  private static final BitSet FORBIDDEN = new BitSet(128);

  static {
    "=!\" #$%&'()*+,./\\:;<>?@[]^`{|}~".chars().forEach(FORBIDDEN::set);
  }

  private InvalidName(String details) {
    super("Name or ID Validation Error", details);
  }

  /**
   * Checks a name of a dataspace, schema set or anchor.
   *
   * @param parameter the request parameter that carries it
   * @param name the name
   * @return the name
   * @throws InvalidName when it is empty, longer than 255 characters, or holds a control character
   *     or one that ONAP CPS does not allow either
   */
  public static String check(String parameter, String name) {
    if (name.isEmpty() || name.length() > LONGEST) {
      throw new InvalidName(
          "%s must have 1 to %d characters, has %d.".formatted(parameter, LONGEST, name.length()));
    }
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (FORBIDDEN.get(c) || Character.isISOControl(c)) {
        throw new InvalidName(
            "%s %s must not hold the character %s (at position %d)."
                .formatted(
                    parameter,
                    Character.isISOControl(c) ? "" : name,
                    Character.isISOControl(c) ? "U+%04X".formatted((int) c) : "'" + c + "'",
                    i + 1));
      }
    }
    return name;
  }
}
