package org.reprise.ldx.source;

import java.math.BigDecimal;
import java.net.URI;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.ldx.feed.SyncPoint;
import org.reprise.ldx.http.Origin;

/**
 * A feed that is read, and how far it has been read.
 *
 * @param generation how often its base has been begun
 * @param nextPage of the base; null where none has been read, or all
 * @param sync the newest event that is indexed; null before the base is read
 */
public record DataSource(
    int id,
    Definition definition,
    boolean paused,
    Phase phase,
    int generation,
    @Nullable URI nextPage,
    @Nullable String cutoff,
    @Nullable SyncPoint sync,
    Instant nextPoll,
    boolean reindex,
    boolean validate,
    boolean isRunning,
    @Nullable String failure,
    @Nullable Instant failedSince) {

  /** The state of reading a data source. */
  public enum Phase {
    /** Nothing is read, or all is to be read again. */
    NEW,

    /** The pages of the base are being read. */
    BASE,

    /** The base is read, and the log since its cutoff is not. */
    LOG,

    /** The index is what the feed was at the sync point. */
    CURRENT
  }

  /** The longest reason why a poll failed, in characters. */
  static final int MAX_FAILURE = 1_000;

  static DataSource of(ResultSet row, int at) throws SQLException {
    String catalog = row.getString("catalog");
    String nextPage = row.getString("next_page");
    Timestamp failedSince = row.getTimestamp("failed_since");
    return new DataSource(
        row.getInt("id"),
        new Definition(
            row.getString("name"),
            URI.create(row.getString("trs")),
            catalog == null ? null : URI.create(catalog),
            List.of((String[]) row.getArray("origins").getArray()),
            Duration.ofSeconds(row.getInt("poll_seconds")),
            row.getInt("threads")),
        row.getBoolean("paused"),
        Phase.valueOf(row.getString("phase")),
        row.getInt("generation"),
        nextPage == null ? null : URI.create(nextPage),
        row.getString("cutoff"),
        sync(row),
        row.getTimestamp("next_poll").toInstant(),
        row.getBoolean("reindex"),
        row.getBoolean("validate"),
        row.getBoolean("running"),
        row.getString("failure"),
        failedSince == null ? null : failedSince.toInstant());
  }

  static @Nullable SyncPoint sync(ResultSet row) throws SQLException {
    String event = row.getString("sync_event");
    if (event == null) {
      return null;
    }
    BigDecimal order = row.getBigDecimal("sync_order");
    return new SyncPoint(event, order == null ? null : order.toBigInteger());
  }

  /** Returns the servers of its documents. */
  public Set<Origin> origins() {
    return Stream.concat(Stream.of(definition.trs().toString()), definition.origins().stream())
        .map(Origin::of)
        .collect(Collectors.toUnmodifiableSet());
  }
}
