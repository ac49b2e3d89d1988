package org.reprise.ldx.source;

import org.jspecify.annotations.Nullable;

/** Reasons as they are stored: what a stranger's document is quoted in may hold anything. */
final class Reasons {
  /** Characters of the reason why a poll failed. */
  static final int LONGEST = 1_000;

  private Reasons() {}

  /**
   * On one line, without characters that no database takes, and not longer than a number of them.
   */
  static String stored(String reason, int most) {
    StringBuilder text = new StringBuilder();
    reason
        .codePoints()
        .limit(most + 1L)
        .map(
            c -> Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE ? ' ' : c)
        .forEach(text::appendCodePoint);
    if (text.codePointCount(0, text.length()) > most) {
      text.setLength(text.offsetByCodePoints(0, most));
      text.append('…');
    }
    return text.toString();
  }

  static @Nullable String stored(@Nullable String reason) {
    return reason == null ? null : stored(reason, LONGEST);
  }
}
