package org.reprise.load.deploy;

import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Locale;

/** Whose server a URL names. */
public final class Origin {
  private Origin() {}

  /**
   * Reads the base URL of a service.
   *
   * @return the URL without a trailing slash
   * @throws IllegalArgumentException where it is not an http or https URL with a host, or holds
   *     user info, a query or a fragment
   */
  public static URI base(String url) {
    try {
      var uri = new URI(url);
      var scheme = uri.getScheme();
      if (scheme == null
          || !(scheme.equals("http") || scheme.equals("https"))
          || uri.getHost() == null) {
        throw new IllegalArgumentException(
            "not the URL of a service: '" + url + "' (as in http://127.0.0.1:8883/cps/api)");
      }
      if (uri.getUserInfo() != null || uri.getQuery() != null || uri.getFragment() != null) {
        throw new IllegalArgumentException(
            "the URL of a service has no user, query or fragment: '"
                + scheme
                + "://"
                + uri.getHost()
                + uri.getPath()
                + "' (credentials: --username and --password-file)");
      }
      return new URI(url.replaceAll("/+$", ""));
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("not a URL: '" + url + "': " + e.getReason(), e);
    }
  }

  /** Returns scheme, host and port of a URL, the default port included. */
  public static String of(URI url) {
    var port = url.getPort();
    if (port < 0) {
      port = "https".equalsIgnoreCase(url.getScheme()) ? 443 : 80;
    }
    return (url.getScheme() + "://" + url.getHost() + ":" + port).toLowerCase(Locale.ROOT);
  }

  /**
   * Whether every address of the host is this machine's loopback. A name that does not resolve is
   * not.
   */
  public static boolean isLoopback(URI uri) {
    try {
      for (var address : InetAddress.getAllByName(uri.getHost())) {
        if (!address.isLoopbackAddress()) {
          return false;
        }
      }
      return true;
    } catch (UnknownHostException e) {
      return false;
    }
  }

  /**
   * Refuses somebody else's server, before anything is sent.
   *
   * @param ownedByUser the user said {@code --i-own-this}
   * @throws IllegalArgumentException where the host is not loopback and nobody said so
   */
  public static void requireOwned(URI uri, boolean ownedByUser) {
    if (!ownedByUser && !isLoopback(uri)) {
      throw new IllegalArgumentException(
          uri.getHost()
              + " is not this machine: load goes only to servers of your own. If it is yours, say --i-own-this"
              + " (with gatling:test -Diownthis=true)");
    }
  }
}
