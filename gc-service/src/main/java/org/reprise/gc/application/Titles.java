package org.reprise.gc.application;

/** Titles that this service makes, or takes from others. */
public final class Titles {
  /** The longest title that is stored, in UTF-16 units. */
  public static final int MAX_LENGTH = 1_000;

  private Titles() {}

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
