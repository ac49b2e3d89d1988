package org.reprise.trs.authentication;

import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.reprise.oslc.web.BaseUri;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The server that vouches for proxied requests, under {@code reprise.trs.authentication}.
 *
 * @param hop where it listens, as {@code http://127.0.0.1:8889}; null for none. It is sent the
 *     callers' credentials.
 * @param timeout how long it may take for an answer
 */
@ConfigurationProperties("reprise.trs.authentication")
record HopSettings(@Nullable URI hop, @DefaultValue("30s") Duration timeout) {
  HopSettings {
    if (hop != null) {
      BaseUri.check("reprise.trs.authentication.hop", hop.toString(), false);
    }
    if (timeout.toMillis() < 1) {
      throw new IllegalArgumentException(
          "reprise.trs.authentication.timeout must be at least 1ms, was " + timeout);
    }
  }
}
