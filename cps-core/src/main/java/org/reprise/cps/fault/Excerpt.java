package org.reprise.cps.fault;

/** Shortens texts whose length somebody else chose, before messages are made of them. */
public final class Excerpt {
  private Excerpt() {}

  /** Returns the text, or so many of its first characters and an ellipsis. */
  public static String of(String text, int max) {
    if (text.length() <= max) {
      return text;
    }
    // JSON cannot hold half of a surrogate pair.
    int end = max - (Character.isHighSurrogate(text.charAt(max - 1)) ? 1 : 0);
    return text.substring(0, end) + "…";
  }
}
