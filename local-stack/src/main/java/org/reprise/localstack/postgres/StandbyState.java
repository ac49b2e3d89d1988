package org.reprise.localstack.postgres;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.reprise.localstack.process.LocalStackException;
import org.reprise.localstack.process.Waiting;

/**
 * The state of a standby as its primary knows it, as {@code pg_replication_slots} and {@code
 * pg_stat_replication} tell it.
 *
 * @param slot the replication slot's name
 * @param streaming whether the standby is connected and receives what is written
 * @param keptBytes how much WAL the primary keeps for it
 * @param walLimit how much it would keep at most (max_slot_wal_keep_size), as SHOW prints it
 * @param walStatus whether the standby can still follow; {@code lost} when it has to be made anew
 * @param lagBytes how much of the WAL the standby has not replayed yet; all that is kept when it is
 *     not connected
 * @param lag how long the last change took to show there; zero when nothing is behind
 */
public record StandbyState(
    String slot,
    boolean streaming,
    long keptBytes,
    String walLimit,
    String walStatus,
    long lagBytes,
    Duration lag) {

  private static final Duration LIMIT = Duration.ofSeconds(5);

  /** A server that was suspended accepts connections and never answers. */
  private static final Duration ANSWER = Duration.ofSeconds(20);

  private static final String QUERY =
      """
      SELECT s.slot_name,
             coalesce(r.state = 'streaming', false) AS streaming,
             coalesce(pg_wal_lsn_diff(pg_current_wal_lsn(), s.restart_lsn), 0) AS kept,
             current_setting('max_slot_wal_keep_size') AS wal_limit,
             coalesce(s.wal_status, 'lost') AS wal_status,
             coalesce(
                 pg_wal_lsn_diff(pg_current_wal_lsn(), coalesce(r.replay_lsn, s.restart_lsn)),
                 0) AS lag_bytes,
             coalesce(extract(epoch FROM r.replay_lag), 0) * 1000 AS lag_millis
      FROM pg_replication_slots s LEFT JOIN pg_stat_replication r ON r.pid = s.active_pid
      WHERE s.slot_type = 'physical'
      ORDER BY s.slot_name
      """;

  /**
   * Asks a primary for all of its standbys, by their physical replication slots.
   *
   * @param primary the server's own database, with the role that its standbys use
   * @throws LocalStackException when the server does not answer
   */
  public static List<StandbyState> of(Database primary) {
    return primary.query(LIMIT, QUERY, StandbyState::read);
  }

  /**
   * Waits until a standby shows everything that was committed on its primary before this call.
   *
   * @throws LocalStackException when it is still behind then, or a server does not answer
   */
  public static void awaitReplay(Database primary, Database standby, Duration limit) {
    String written = ask(primary, "SELECT pg_current_wal_lsn()");
    String caughtUp = "SELECT pg_last_wal_replay_lsn() >= '" + written + "'::pg_lsn";
    Waiting.require(
        "the standby's replay up to " + written, limit, () -> ask(standby, caughtUp).equals("t"));
  }

  private static String ask(Database database, String sql) {
    return database.query(ANSWER, sql, row -> String.valueOf(row.getString(1))).getFirst();
  }

  private static StandbyState read(ResultSet row) throws SQLException {
    long lagBytes = row.getLong("lag_bytes");
    return new StandbyState(
        row.getString("slot_name"),
        row.getBoolean("streaming"),
        row.getLong("kept"),
        row.getString("wal_limit"),
        row.getString("wal_status"),
        lagBytes,
        lagBytes == 0 ? Duration.ZERO : Duration.ofMillis(row.getLong("lag_millis")));
  }
}
