package org.reprise.ldx.rdf;

/** Texts of other servers' documents, which may hold any character. */
public final class Texts {
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
}
