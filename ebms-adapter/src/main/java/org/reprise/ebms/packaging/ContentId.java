package org.reprise.ebms.packaging;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;

final class ContentId {
  static final String SCHEME = "cid:";

  private ContentId() {}

  /** Without the angle brackets of the header. */
  static String bare(String header) {
    String stripped = header.strip();
    return stripped.startsWith("<") && stripped.endsWith(">") && stripped.length() > 1
        ? stripped.substring(1, stripped.length() - 1)
        : stripped;
  }

  /** Whether a reference names a part; URLs write some characters of identifiers escaped. */
  static boolean isReferred(String href, String contentId) {
    if (contentId.isEmpty() || !href.startsWith(SCHEME)) {
      return false;
    }
    String named = href.substring(SCHEME.length());
    return named.equals(contentId) || unescaped(named).equals(contentId);
  }

  private static String unescaped(String text) {
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return text;
    }
  }
}
