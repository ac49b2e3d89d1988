package org.reprise.ldx.http;

import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * How other servers are asked, under {@code reprise.ldx.fetch}.
 *
 * @param connectTimeout until a connection is there
 * @param timeout until an answer is there to its last byte
 * @param maxFeedDocument the longest document of a tracked resource set
 * @param maxArtifact the longest representation of an artifact
 * @param maxTriples how many triples a document may have
 * @param credentials sent to their origin and to no other
 */
@ConfigurationProperties("reprise.ldx.fetch")
public record FetchSettings(
    @DefaultValue("5s") Duration connectTimeout,
    @DefaultValue("20s") Duration timeout,
    @DefaultValue("4MB") DataSize maxFeedDocument,
    @DefaultValue("1MB") DataSize maxArtifact,
    @DefaultValue("50000") int maxTriples,
    @DefaultValue List<Credentials> credentials) {

  private static final String PREFIX = "reprise.ldx.fetch.";

  /**
   * The credentials for one server: a name and a password for HTTP Basic, or a token.
   *
   * @param origin its address, of which scheme, host and port count
   */
  public record Credentials(
      URI origin, @Nullable String username, @Nullable String password, @Nullable String token) {
    /** Refuses what is neither of the two, or both. */
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

  /** Refuses bounds that allow nothing, and two credentials for one origin. */
  public FetchSettings {
    credentials = List.copyOf(credentials);
    require(connectTimeout.toMillis() > 0, "connect-timeout must be positive");
    require(timeout.toMillis() > 0, "timeout must be positive");
    require(maxFeedDocument.toBytes() > 0, "max-feed-document must be positive");
    require(maxArtifact.toBytes() > 0, "max-artifact must be positive");
    require(maxTriples > 0, "max-triples must be positive");
    Set<Origin> seen = new HashSet<>();
    for (Credentials one : credentials) {
      require(seen.add(Origin.of(one.origin())), "credentials: %s is there twice", one.origin());
    }
  }

  private static void require(boolean holds, String reason, Object... details) {
    if (!holds) {
      throw new IllegalArgumentException(PREFIX + reason.formatted(details));
    }
  }
}
