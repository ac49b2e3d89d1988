package org.reprise.ldx.rdf;

import java.util.BitSet;

/** Texts and URIs of other servers' documents, which may hold any character. */
public final class Texts {
  private static final int MAX_URI = 2_000;

  // What no format of RDF can write between its delimiters (RDF 1.1 Turtle, IRIREF).
  private static final BitSet UNUSABLE = new BitSet();

  static {
    UNUSABLE.set(0, ' ' + 1);
    "<>\"{}|^`\\\u007f".chars().forEach(UNUSABLE::set);
  }

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
        .map(c -> !Character.isISOControl(c) && isCharacter(c) ? c : ' ')
        .forEach(kept::appendCodePoint);
    if (kept.codePointCount(0, kept.length()) > max) {
      kept.setLength(kept.offsetByCodePoints(0, max));
      kept.append('…');
    }
    return kept.toString().strip();
  }

  // No half of a surrogate pair, and none of the two that XML 1.0 does not have.
  private static boolean isCharacter(int c) {
    return Character.getType(c) != Character.SURROGATE && c != 0xfffe && c != 0xffff;
  }

  /**
   * Returns whether a text can be stored and compared: documents may hold any character by an
   * escape, also those that no database takes.
   */
  public static boolean isUsableUri(String uri) {
    if (uri.isEmpty() || uri.length() > MAX_URI) {
      return false;
    }
    // A pattern took a fourteenth of the indexer's processor time in a first indexing.
    int c;
    for (int i = 0; i < uri.length(); i += Character.charCount(c)) {
      c = uri.codePointAt(i);
      if (UNUSABLE.get(c) || !isCharacter(c)) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether it is usable, and an http or https address. */
  public static boolean isAddress(String uri) {
    return (uri.startsWith("http://") || uri.startsWith("https://")) && isUsableUri(uri);
  }
}
