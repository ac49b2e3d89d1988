package org.reprise.ldx.http;

import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.Assert;
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

  private static final String PREFIX = "reprise.ldx.fetch.";

  /**
   * The credentials for one server: a name and a password for HTTP Basic, or a token.
   *
   * @param origin its address, of which scheme, host and port count
   */
  public record Credentials(
      URI origin, @Nullable String username, @Nullable String password, @Nullable String token) {
    /** Rejects credentials of neither kind or of both. */
    @SuppressWarnings("NullAway") // what is not configured is bound as null
    public Credentials {
      if (origin == null) {
        throw new IllegalArgumentException(PREFIX + "credentials: one has no origin");
      }
      Origin.of(origin);
      boolean basic = username != null && password != null;
      if (basic == (token != null) || (username == null) != (password == null)) {
        throw new IllegalArgumentException(
            PREFIX
                + "credentials: %s needs either username and password or a token"
                    .formatted(origin));
      }
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
    Assert.isTrue(
        connectTimeout.toMillis() > 0, "reprise.ldx.fetch.connect-timeout must be positive");
    Assert.isTrue(timeout.toMillis() > 0, "reprise.ldx.fetch.timeout must be positive");
    Assert.isTrue(
        maxFeedDocument.toBytes() > 0, "reprise.ldx.fetch.max-feed-document must be positive");
    Assert.isTrue(maxArtifact.toBytes() > 0, "reprise.ldx.fetch.max-artifact must be positive");
    Set<Origin> seen = new HashSet<>();
    for (Credentials one : credentials) {
      Assert.isTrue(
          seen.add(Origin.of(one.origin())),
          "reprise.ldx.fetch.credentials: %s is there twice".formatted(one.origin()));
    }
  }
}
