package org.reprise.cps.schema;

/** The characters that a string in YANG data may hold (RFC 7950, sections 9.4 and 14). */
public final class YangText {
  private YangText() {}

  /** Finds the first character that YANG allows in no string; -1 without one. */
  public static int firstForbidden(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= ' ' && c < Character.MIN_SURROGATE) {
        continue;
      }
      int codePoint = text.codePointAt(i);
      if (!isAllowed(codePoint)) {
        return i;
      }
      i += Character.charCount(codePoint) - 1;
    }
    return -1;
  }

  private static boolean isAllowed(int c) {
    boolean control = c < ' ' && c != '\t' && c != '\n' && c != '\r';
    boolean surrogate = c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
    boolean noCharacter = (c >= 0xFDD0 && c <= 0xFDEF) || (c & 0xFFFE) == 0xFFFE;
    return !control && !surrogate && !noCharacter;
  }
}
