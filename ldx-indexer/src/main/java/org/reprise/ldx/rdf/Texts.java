package org.reprise.ldx.rdf;

/** Strangers' texts as they are stored: documents may quote anything. */
public final class Texts {
  private Texts() {}

  /**
   * Returns a text on one line, without characters that PostgreSQL does not store.
   *
   * @param max how many characters of it are kept
   */
  public static String storable(String text, int max) {
    StringBuilder kept = new StringBuilder();
    text.codePoints()
        .limit(max + 1L)
        .map(
            c -> Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE ? ' ' : c)
        .forEach(kept::appendCodePoint);
    if (kept.codePointCount(0, kept.length()) > max) {
      kept.setLength(kept.offsetByCodePoints(0, max));
      kept.append('…');
    }
    return kept.toString().strip();
  }
}
