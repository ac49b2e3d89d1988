package org.reprise.gc.installation;

import org.jspecify.annotations.Nullable;
import org.reprise.oslc.web.BaseUri;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The settings of the service's URIs, under {@code reprise.gc}.
 *
 * @param baseUri what the URIs of all resources begin with, before {@code /gc}; null for this
 *     machine's loopback address and the port
 */
@ConfigurationProperties("reprise.gc")
public record GcSettings(@Nullable String baseUri) {
  public GcSettings {
    BaseUri.check("reprise.gc.base-uri", baseUri, false);
  }
}
