package org.reprise.trs.proxy;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Which paths are forwarded, and where to. */
final class ProxyPath {
  /** The part between an application's path and the one that is forwarded. */
  static final String MARK = "/proxy";

  // Nothing that is encoded, and no segment that begins with a dot: what is checked here is what
  // the other server reads.
  private static final Pattern FORWARDED =
      Pattern.compile("/gc(?:/[A-Za-z0-9_~-][A-Za-z0-9._~-]{0,199}){1,10}");

  private ProxyPath() {}

  /**
   * The address at the other server.
   *
   * @param baseUri of that server
   * @param path of the request, as it came
   * @param application the first segment of that path
   * @param query as it came; null for none
   * @return empty where it is not forwarded
   */
  static Optional<URI> forwarded(
      String baseUri, String path, String application, @Nullable String query) {
    String start = "/" + application + MARK;
    if (!path.startsWith(start)) {
      return Optional.empty();
    }
    String rest = path.substring(start.length());
    if (!FORWARDED.matcher(rest).matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(new URI(baseUri + rest + (query == null ? "" : "?" + query)));
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }
}
