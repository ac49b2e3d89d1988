package org.reprise.ebms.envelope;

/** Writes text as XML 1.0: a character that XML cannot have (section 2.2) becomes U+FFFD. */
public final class Xml {
  private static final char REPLACEMENT = '\uFFFD';

  private Xml() {}

  static void escapeText(StringBuilder to, String text) {
    escape(to, text, false);
  }

  public static void escapeAttribute(StringBuilder to, String text) {
    escape(to, text, true);
  }

  static void attribute(StringBuilder to, String name, String value) {
    to.append(' ').append(name).append("=\"");
    escapeAttribute(to, value);
    to.append('"');
  }

  private static void escape(StringBuilder to, String text, boolean attribute) {
    int copied = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (isPlain(c)) {
        continue;
      }
      if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
        continue;
      }
      to.append(text, copied, i);
      copied = i + 1;
      special(to, c, attribute);
    }
    to.append(text, copied, text.length());
  }

  private static boolean isPlain(char c) {
    return (c >= ' ' && c != '<' && c != '>' && c != '&' && c != '"' && c < '\uD800')
        || (c > '\uDFFF' && c < '\uFFFE');
  }

  private static void special(StringBuilder to, char c, boolean attribute) {
    switch (c) {
      case '<' -> to.append("&lt;");
      case '>' -> to.append("&gt;");
      case '&' -> to.append("&amp;");
      case '"' -> to.append(attribute ? "&quot;" : "\"");
      // What a reader would normalise (XML 1.0, sections 2.11 and 3.3.3).
      case '\r' -> to.append("&#13;");
      case '\n' -> to.append(attribute ? "&#10;" : "\n");
      case '\t' -> to.append(attribute ? "&#9;" : "\t");
      default -> to.append(REPLACEMENT);
    }
  }
}
