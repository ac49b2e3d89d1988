package org.reprise.cps.schema;

/**
 * What the text of a YANG file holds, counted without parsing it (RFC 7950, section 6.1): a parser
 * makes objects of all of it before anybody can count them.
 *
 * @param maxDepth how deep braces nest
 * @param statements how many statements end or have a block
 * @param others quoted strings and comments
 */
record YangTextSize(int maxDepth, int statements, int others) {
  static YangTextSize of(String text) {
    int depth = 0;
    int maxDepth = 0;
    int statements = 0;
    int others = 0;
    for (int i = 0; i < text.length(); i++) {
      switch (text.charAt(i)) {
        case '{' -> {
          statements++;
          maxDepth = Math.max(maxDepth, ++depth);
        }
        case '}' -> depth--;
        case ';' -> statements++;
        case '"' -> {
          others++;
          i = endOfString(text, i);
        }
        case '\'' -> {
          // YANG 1 allows an apostrophe within a word.
          if (i == 0 || !Character.isLetterOrDigit(text.charAt(i - 1))) {
            others++;
            i = endOf(text, "'", i + 1);
          }
        }
        case '/' -> {
          if (text.startsWith("//", i)) {
            others++;
            i = endOf(text, "\n", i + 2);
          } else if (text.startsWith("/*", i)) {
            others++;
            i = endOf(text, "*/", i + 2);
          }
        }
        default -> {}
      }
    }
    return new YangTextSize(maxDepth, statements, others);
  }

  private static int endOf(String text, String end, int from) {
    int at = text.indexOf(end, from);
    return at < 0 ? text.length() : at + end.length() - 1;
  }

  private static int endOfString(String text, int start) {
    int i = start + 1;
    while (i < text.length() && text.charAt(i) != '"') {
      i += text.charAt(i) == '\\' ? 2 : 1;
    }
    return i;
  }
}
