package org.reprise.trs.global;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.limits.SettingBounds;
import org.reprise.oslc.web.BaseUri;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * The server of global configurations, under {@code reprise.trs.global-configurations}.
 *
 * @param baseUri what the URIs of its configurations begin with, before {@code /gc}, as {@code
 *     http://127.0.0.1:8882}; null or blank for none
 * @param username for HTTP Basic; null if it wants no credentials
 * @param password for HTTP Basic
 * @param connectTimeout until a connection is there; at most half of {@code timeout}, so that a
 *     server that is away is not taken for a slow address
 * @param timeout until an answer is there to its last byte
 * @param atOnce how many requests to it are under way at once; further ones wait up to the time-out
 * @param maxDocument the longest answer
 * @param openDuration how long no request is sent to it after half of them found it unavailable
 */
@ConfigurationProperties("reprise.trs.global-configurations")
public record GlobalSettings(
    @Nullable String baseUri,
    @Nullable String username,
    @Nullable String password,
    @DefaultValue("2s") Duration connectTimeout,
    @DefaultValue("30s") Duration timeout,
    @DefaultValue("256") int atOnce,
    @DefaultValue("16MB") DataSize maxDocument,
    @DefaultValue("5s") Duration openDuration) {
  private static final String PREFIX = "reprise.trs.global-configurations";
  private static final int MAX_AT_ONCE = 10_000;
  private static final DataSize MAX_DOCUMENT = DataSize.ofMegabytes(256);

  /** Refuses what could not work, with the property's name. */
  public GlobalSettings {
    baseUri = BaseUri.optional(PREFIX + ".base-uri", baseUri);
    Duration positive = Duration.ofMillis(1);
    new SettingBounds(PREFIX)
        .require(
            (username == null) == (password == null),
            "username",
            "must be set together with password")
        .atLeast("timeout", timeout, positive)
        .within("connect-timeout", connectTimeout, positive, timeout.dividedBy(2))
        .atLeast("open-duration", openDuration, positive)
        .within("at-once", atOnce, 1, MAX_AT_ONCE)
        .within("max-document", maxDocument, DataSize.ofBytes(1), MAX_DOCUMENT);
  }

  /** Keeps the password out of logs. */
  @Override
  public String toString() {
    return "GlobalSettings[baseUri=%s, username=%s]".formatted(baseUri, username);
  }
}
