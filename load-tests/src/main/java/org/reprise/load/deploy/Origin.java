package org.reprise.load.deploy;

import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.stream.Stream;

public final class Origin {
  private Origin() {}

  /**
   * Reads the base URL of a service: http or https with a host, without user info, query and
   * fragment; returns it without a trailing slash.
   */
  public static URI base(String url) {
    try {
      var uri = new URI(url.replaceAll("/+$", ""));
      if (uri.getHost() != null
          && String.valueOf(uri.getScheme()).matches("https?")
          && uri.getUserInfo() == null
          && uri.getQuery() == null
          && uri.getFragment() == null) {
        return uri;
      }
    } catch (URISyntaxException e) {
      // Refused as any other: the reason may repeat a password.
    }
    throw new IllegalArgumentException(
        "not the URL of a service: '%s' (as http://127.0.0.1:8883/cps/api, without query and fragment; credentials: --username and --password-file)"
            .formatted(url.replaceFirst("//.*@", "//")));
  }

  /** Returns scheme, host and port of a URL, the default port included. */
  public static String of(URI url) {
    var standard = "https".equalsIgnoreCase(url.getScheme()) ? 443 : 80;
    var port = url.getPort() < 0 ? standard : url.getPort();
    return (url.getScheme() + "://" + url.getHost() + ":" + port).toLowerCase(Locale.ROOT);
  }

  /**
   * Refuses somebody else's server, before anything is sent: a host with an address that is not
   * this machine's loopback, or a name that does not resolve.
   *
   * @param ownedByUser the user said {@code --i-own-this}
   */
  public static void requireOwned(URI uri, boolean ownedByUser) {
    if (!ownedByUser && !isLoopback(uri)) {
      throw new IllegalArgumentException(
          uri.getHost()
              + " is not this machine: load goes only to servers of your own. If it is yours, say"
              + " --i-own-this (with gatling:test -Diownthis=true)");
    }
  }

  private static boolean isLoopback(URI uri) {
    try {
      return Stream.of(InetAddress.getAllByName(uri.getHost()))
          .allMatch(InetAddress::isLoopbackAddress);
    } catch (UnknownHostException e) {
      return false;
    }
  }
}
