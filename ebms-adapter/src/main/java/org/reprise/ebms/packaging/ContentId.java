package org.reprise.ebms.packaging;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;

/** Identifiers of parts in headers and in URLs (RFC 2392). */
public final class ContentId {
  public static final String SCHEME = "cid:";

  private ContentId() {}

  /** Without the angle brackets of the header. */
  static String bare(String header) {
    String stripped = header.strip();
    return stripped.startsWith("<") && stripped.endsWith(">") && stripped.length() > 1
        ? stripped.substring(1, stripped.length() - 1)
        : stripped;
  }

  /** Whether a reference names a part; URLs write some characters of identifiers escaped. */
  public static boolean isReferred(String href, String contentId) {
    if (contentId.isEmpty() || !href.startsWith(SCHEME)) {
      return false;
    }
    String named = href.substring(SCHEME.length());
    return named.equals(contentId) || unescaped(named).equals(contentId);
  }

  /** Returns a URL without escapes; the same text where they are not valid. */
  public static String unescaped(String text) {
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return text;
    }
  }
}
