package org.reprise.cps.fault;

/** Shortens texts whose length somebody else chose, before messages are made of them. */
public final class Excerpt {
  private Excerpt() {}

  /** Returns the text, or so many of its first characters and an ellipsis. */
  public static String of(String text, int longest) {
    if (text.length() <= longest) {
      return text;
    }
    // JSON cannot hold half of a surrogate pair.
    int end = longest - (Character.isHighSurrogate(text.charAt(longest - 1)) ? 1 : 0);
    return text.substring(0, end) + "…";
  }
}
