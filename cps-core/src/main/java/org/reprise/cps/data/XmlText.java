package org.reprise.cps.data;

import java.util.regex.Pattern;

/** What must not stand inside of another document. */
final class XmlText {
  private static final Pattern DECLARATION = Pattern.compile("\\A\\s*<\\?xml[^>]*\\?>");
  private static final Pattern DATA =
      Pattern.compile("(?s)\\A\\s*<data(?:\\s[^>]*)?>(.*)</data>\\s*\\z");

  private XmlText() {}

  /**
   * A document without its declaration, and without RESTCONF's {@code data} (RFC 8040, section
   * 3.3.1) around it, which an answer with several top-level nodes has.
   */
  static String unwrapped(String document) {
    String text = DECLARATION.matcher(document).replaceFirst("");
    // A document type may define entities that stand for files or explode; nobody needs one here.
    if (text.contains("<!DOCTYPE")) {
      throw new InvalidData("The payload has a document type, which is not allowed.");
    }
    var data = DATA.matcher(text);
    return data.matches() ? data.group(1) : text;
  }
}
