package org.reprise.oslc.web;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/** Checks settings that say what the URIs of a server's resources begin with. */
public final class BaseUri {
  private BaseUri() {}

  /**
   * Checks an optional URI without a path.
   *
   * @return null for one that is missing or blank
   */
  public static @Nullable String optional(String property, @Nullable String value) {
    String uri = value == null || value.isBlank() ? null : value;
    check(property, uri, false);
    return uri;
  }

  /**
   * Requires {@code http} or {@code https}, a host and at most a path, without a slash at the end.
   *
   * @param property name of the setting
   * @param value null means not set
   * @param hasPath whether a path follows the host and port, as in {@code http://host:8886/qm}
   * @throws IllegalArgumentException with the property's name
   */
  public static void check(String property, @Nullable String value, boolean hasPath) {
    if (value == null) {
      return;
    }
    String reason =
        "%s must be as http://host:8886%s, without a slash at the end, was '%s'"
            .formatted(property, hasPath ? "/qm" : ", without a path", value);
    URI uri;
    try {
      uri = URI.create(value);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(reason, e);
    }
    boolean isHttp = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
    String path = hasPath ? String.valueOf(uri.getRawPath()) : "";
    if (!isHttp
        || uri.getHost() == null
        || uri.getRawUserInfo() != null
        || uri.getPort() == 0
        || uri.getPort() > BoundedHttpClient.MAX_PORT
        || path.endsWith("/")
        || !value.equals(uri.getScheme() + "://" + uri.getRawAuthority() + path)) {
      throw new IllegalArgumentException(reason);
    }
  }
}
