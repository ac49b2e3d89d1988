package org.reprise.trs.authentication;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.limits.SettingBounds;
import org.reprise.oslc.web.BaseUri;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The server that vouches for proxied requests, under {@code reprise.trs.authentication}.
 *
 * @param baseUri where it listens, as {@code http://127.0.0.1:8889}; null or blank for none. It is
 *     sent the callers' credentials.
 * @param timeout how long it may take for an answer
 */
@ConfigurationProperties("reprise.trs.authentication")
record AuthenticationSettings(@Nullable String baseUri, @DefaultValue("30s") Duration timeout) {
  AuthenticationSettings {
    baseUri = BaseUri.optional("reprise.trs.authentication.base-uri", baseUri);
    new SettingBounds("reprise.trs.authentication")
        .atLeast("timeout", timeout, Duration.ofMillis(1));
  }
}
