package org.reprise.ebms.envelope;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Writes text as XML 1.0: a character that XML cannot have (section 2.2) becomes U+FFFD. */
public final class Xml {
  private static final Pattern NO_CHARACTER =
      Pattern.compile("[^\\t\\n\\r -\\uD7FF\\uE000-\\uFFFD\\x{10000}-\\x{10FFFF}]");

  private Xml() {}

  /** Returns the text of an element; what a reader would normalise is escaped (section 2.11). */
  static String text(String text) {
    return NO_CHARACTER
        .matcher(text)
        .replaceAll("\uFFFD")
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\r", "&#13;");
  }

  /** Returns the value of an attribute; what a reader would normalise is escaped (3.3.3). */
  public static String value(String text) {
    return text(text).replace("\"", "&quot;").replace("\n", "&#10;").replace("\t", "&#9;");
  }

  /** Writes an attribute; nothing without a value. */
  static void attribute(StringBuilder to, String name, @Nullable String value) {
    if (value != null) {
      to.append(' ').append(name).append("=\"").append(value(value)).append('"');
    }
  }
}
