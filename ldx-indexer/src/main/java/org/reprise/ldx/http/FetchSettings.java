package org.reprise.ldx.http;

import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.limits.SettingBounds;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Requests to other servers, under {@code reprise.ldx.fetch}.
 *
 * @param timeout until an answer is there to its last byte
 * @param credentials sent to their origin and to no other
 */
@ConfigurationProperties("reprise.ldx.fetch")
public record FetchSettings(
    @DefaultValue("5s") Duration connectTimeout,
    @DefaultValue("20s") Duration timeout,
    @DefaultValue("4MB") DataSize maxFeedDocument,
    @DefaultValue("1MB") DataSize maxArtifact,
    @DefaultValue List<Credentials> credentials) {

  private static final SettingBounds BOUNDS = new SettingBounds("reprise.ldx.fetch");

  /**
   * The credentials for one server: a name and a password for HTTP Basic, or a token.
   *
   * @param origin its address, of which scheme, host and port count
   */
  public record Credentials(
      URI origin, @Nullable String username, @Nullable String password, @Nullable String token) {
    /** Rejects credentials of neither kind or of both. */
    @SuppressWarnings("NullAway") // a missing value is bound as null
    public Credentials {
      BOUNDS.require(origin != null, "credentials", "has one without an origin");
      Origin.of(origin);
      boolean basic = username != null && password != null;
      BOUNDS.require(
          basic != (token != null) && (username == null) == (password == null),
          "credentials",
          "for %s need either username and password or a token".formatted(origin));
    }

    /** Keeps the secrets out of logs. */
    @Override
    public String toString() {
      return "Credentials[origin=%s, username=%s]".formatted(origin, username);
    }
  }

  /** Rejects bounds that allow nothing, and two credentials for one origin. */
  public FetchSettings {
    credentials = List.copyOf(credentials);
    BOUNDS
        .atLeast("connect-timeout", connectTimeout, Duration.ofMillis(1))
        .atLeast("timeout", timeout, Duration.ofMillis(1))
        .atLeast("max-feed-document", maxFeedDocument, DataSize.ofBytes(1))
        .atLeast("max-artifact", maxArtifact, DataSize.ofBytes(1));
    Set<Origin> seen = new HashSet<>();
    for (Credentials one : credentials) {
      BOUNDS.require(
          seen.add(Origin.of(one.origin())), "credentials", "has %s twice".formatted(one.origin()));
    }
  }
}
