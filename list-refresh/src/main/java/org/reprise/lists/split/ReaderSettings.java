package org.reprise.lists.split;

import java.time.Duration;
import org.reprise.kit.limits.SettingBounds;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The database that is read from.
 *
 * @param url a JDBC URL; empty where everything is on the writer
 * @param connections how many there are at most
 * @param probe how often its state is looked at
 * @param maxLag a reader that is further behind is not read from until it has caught up
 * @param patience how long an ordinary read waits for the reader to have what this process wrote
 *     before, until it takes the writer
 * @param timeout how long to wait for a connection
 */
public record ReaderSettings(
    @DefaultValue("") String url,
    @DefaultValue("") String username,
    @DefaultValue("") String password,
    @DefaultValue("16") int connections,
    @DefaultValue("200ms") Duration probe,
    @DefaultValue("10s") Duration maxLag,
    @DefaultValue("50ms") Duration patience,
    @DefaultValue("2s") Duration timeout) {
  /** A reader that keeps up is never behind for longer than from one look to the next. */
  private static final int LOOKS_TO_CATCH_UP = 2;

  public ReaderSettings {
    new SettingBounds("reprise.lists.reader")
        .require(
            url.isEmpty() || url.startsWith("jdbc:postgresql:"),
            "url",
            "must be a URL of PostgreSQL's JDBC driver, was '" + url + "'")
        .atLeast("connections", connections, 1)
        .atLeast("probe", probe, Duration.ofMillis(10))
        .atLeast("max-lag", maxLag, Duration.ofMillis(1))
        .atLeast("patience", patience, Duration.ZERO)
        .atLeast("timeout", timeout, Duration.ofMillis(250));
  }

  /**
   * Whether a reader that is behind for some time is read from: one that is, until it is further
   * behind than the limit; one that is not, when it has caught up.
   *
   * @param isRead whether it is read from now
   */
  boolean isClose(Duration behind, boolean isRead) {
    Duration caughtUp = probe.multipliedBy(LOOKS_TO_CATCH_UP);
    Duration limit = isRead || caughtUp.compareTo(maxLag) > 0 ? maxLag : caughtUp;
    return behind.compareTo(limit) <= 0;
  }

  public boolean isPresent() {
    return !url.isEmpty();
  }

  /** All but the password. */
  @Override
  public String toString() {
    return username + " at " + url;
  }
}
