package org.reprise.ldx.http;

import java.net.URI;
import java.util.Locale;
import java.util.Set;

/**
 * The server of a document: scheme, host and port (RFC 6454).
 *
 * @param scheme http or https
 * @param host in small letters
 * @param port the default one where a URI names none
 */
public record Origin(String scheme, String host, int port) {
  private static final int HTTP = 80;
  private static final int HTTPS = 443;

  /**
   * Returns the origin of a URI.
   *
   * @throws IllegalArgumentException when it is no absolute http or https URI
   */
  public static Origin of(URI uri) {
    String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    if ((!scheme.equals("http") && !scheme.equals("https")) || uri.getHost() == null) {
      throw new IllegalArgumentException("'%s' is no http or https address".formatted(uri));
    }
    int port = uri.getPort() >= 0 ? uri.getPort() : scheme.equals("http") ? HTTP : HTTPS;
    return new Origin(scheme, uri.getHost().toLowerCase(Locale.ROOT), port);
  }

  public static Origin of(String uri) {
    return of(URI.create(uri.strip()));
  }

  /** Returns whether a URI is an address of one of the origins. */
  public static boolean isIn(Set<Origin> origins, String uri) {
    try {
      return origins.contains(of(uri));
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  @Override
  public String toString() {
    return "%s://%s:%d".formatted(scheme, host, port);
  }
}
