package org.reprise.ldx.rdf;

import java.util.regex.Pattern;

/** Texts and URIs of other servers' documents, which may hold any character. */
public final class Texts {
  private static final int MAX_URI = 2_000;

  // Without what no format of RDF can write between its delimiters (RDF 1.1 Turtle, IRIREF), and
  // without halves of surrogate pairs and the two characters that XML 1.0 does not have.
  private static final Pattern USABLE =
      Pattern.compile("[^\\x00-\\x20\\x7f<>\"{}|^`\\\\\\p{Cs}\\ufffe\\uffff]++");

  private Texts() {}

  /**
   * Returns a text on one line, without characters that PostgreSQL or XML 1.0 does not have.
   *
   * @param max characters, after which it is cut
   */
  public static String storable(String text, int max) {
    StringBuilder kept = new StringBuilder();
    text.codePoints()
        .limit(max + 1L)
        .map(c -> isStorable(c) ? c : ' ')
        .forEach(kept::appendCodePoint);
    if (kept.codePointCount(0, kept.length()) > max) {
      kept.setLength(kept.offsetByCodePoints(0, max));
      kept.append('…');
    }
    return kept.toString().strip();
  }

  private static boolean isStorable(int c) {
    return !Character.isISOControl(c)
        && Character.getType(c) != Character.SURROGATE
        && c != 0xfffe
        && c != 0xffff;
  }

  /**
   * Returns whether a text can be stored and compared: documents may hold any character by an
   * escape, also those that no database takes.
   */
  public static boolean isUsableUri(String uri) {
    return uri.length() <= MAX_URI && USABLE.matcher(uri).matches();
  }

  /** Returns whether it is usable, and an http or https address. */
  public static boolean isAddress(String uri) {
    return (uri.startsWith("http://") || uri.startsWith("https://")) && isUsableUri(uri);
  }
}
