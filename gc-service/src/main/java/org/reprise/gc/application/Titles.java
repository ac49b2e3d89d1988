package org.reprise.gc.application;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Titles that this service makes, or takes from others. */
public final class Titles {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss 'UTC'").withZone(ZoneOffset.UTC);

  /** The longest title that is stored, in UTF-16 units. */
  public static final int MAX_LENGTH = 1_000;

  private Titles() {}

  /**
   * Returns the title of a component's baseline.
   *
   * @param component its title
   * @param started when the creation of the baseline started
   * @param number counts the component's baselines of that creation, from 1
   */
  public static String baseline(String component, Instant started, int number) {
    String end = " baseline " + TIME.format(started) + (number == 1 ? "" : " (" + number + ")");
    return cut(component, MAX_LENGTH - end.length()) + end;
  }

  /** Returns the title, or its beginning where it is too long. */
  public static String cut(String title) {
    return cut(title, MAX_LENGTH);
  }

  /** Returns a text's first characters; a surrogate pair is left out as a whole. */
  public static String cut(String text, int max) {
    if (text.length() <= max) {
      return text;
    }
    return text.substring(0, Character.isHighSurrogate(text.charAt(max - 1)) ? max - 1 : max);
  }
}
