package org.reprise.gc.installation;

import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * What the service is called by, under {@code reprise.gc}.
 *
 * @param baseUri what the URIs of all resources begin with, before {@code /gc}; null for this
 *     machine's loopback address and the port
 */
@ConfigurationProperties("reprise.gc")
public record GcSettings(@Nullable String baseUri) {
  public GcSettings {
    if (baseUri != null) {
      check(baseUri);
    }
  }

  private static void check(String value) {
    String reason =
        "reprise.gc.base-uri must be as http://host:8882, without a path, was '" + value + "'";
    URI uri;
    try {
      uri = URI.create(value);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(reason, e);
    }
    boolean isHttp = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
    if (!isHttp
        || uri.getRawAuthority() == null
        || !(uri.getScheme() + "://" + uri.getRawAuthority()).equals(value)) {
      throw new IllegalArgumentException(reason);
    }
  }
}
