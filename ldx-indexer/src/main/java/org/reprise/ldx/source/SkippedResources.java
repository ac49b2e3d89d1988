package org.reprise.ldx.source;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import org.reprise.ldx.rdf.UriKey;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The resources that are listed and could not be indexed, with the reasons. */
public final class SkippedResources {
  // What an index of the database takes, in any alphabet.
  private static final int LONGEST_URI = 600;
  private static final int KEPT_OF_LONG = 550;
  private static final int LONGEST_REASON = 500;

  private final JdbcClient jdbc;

  public SkippedResources(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** A resource that is skipped now. */
  public record Skip(String uri, String reason, boolean passing) {}

  /** Takes a note of some, in the caller's transaction. */
  public static void record(Connection connection, int source, Collection<Skip> skips)
      throws SQLException {
    if (skips.isEmpty()) {
      return;
    }
    // The wait before the next try grows with the number of tries, to a day.
    try (PreparedStatement insert =
        connection.prepareStatement(
            """
            insert into skipped (data_source, uri, reason, passing, next_try)
            values (?, ?, ?, ?, now() + interval '1 minute')
            on conflict (data_source, uri) do update
            set reason = excluded.reason, passing = excluded.passing, last_try = now(),
                tries = skipped.tries + 1,
                next_try = now() + least(skipped.tries::bigint * skipped.tries, 1440) * interval '1 minute'
            """)) {
      for (Skip skip : skips.stream().sorted(java.util.Comparator.comparing(Skip::uri)).toList()) {
        insert.setInt(1, source);
        insert.setString(2, key(skip.uri()));
        insert.setString(3, Reasons.stored(skip.reason(), LONGEST_REASON));
        insert.setBoolean(4, skip.passing() && skip.uri().length() <= LONGEST_URI);
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  /** Forgets those that are indexed or gone, in the caller's transaction. */
  public static void forget(Connection connection, int source, Collection<String> uris)
      throws SQLException {
    if (uris.isEmpty()) {
      return;
    }
    try (PreparedStatement delete =
        connection.prepareStatement(
            "delete from skipped where data_source = ? and uri = any (?)")) {
      delete.setInt(1, source);
      delete.setArray(
          2,
          connection.createArrayOf(
              "text", uris.stream().map(SkippedResources::key).sorted().toArray()));
      delete.executeUpdate();
    }
  }

  /** Forgets all of a data source, in the caller's transaction. */
  public static void forgetAll(Connection connection, int source) throws SQLException {
    try (PreparedStatement delete =
        connection.prepareStatement("delete from skipped where data_source = ?")) {
      delete.setInt(1, source);
      delete.executeUpdate();
    }
  }

  /** Those that are to be tried again now. */
  public List<String> due(int source, int most) {
    return jdbc.sql(
            """
            select uri from skipped
            where data_source = ? and passing and next_try <= now()
            order by next_try limit ?
            """)
        .params(source, most)
        .query((row, at) -> row.getString(1))
        .list();
  }

  /** How many a data source has. */
  public long count(int source) {
    return jdbc.sql("select count(*) from skipped where data_source = ?")
        .param(source)
        .query(Long.class)
        .single();
  }

  /** How many a data source would have with some more, of which it may have some already. */
  public long countWith(int source, Collection<String> uris) {
    String[] keys = uris.stream().map(SkippedResources::key).distinct().toArray(String[]::new);
    return keys.length
        + jdbc.sql("select count(*) from skipped where data_source = ? and uri <> all (?)")
            .params(source, keys)
            .query(Long.class)
            .single();
  }

  /**
   * A page of them.
   *
   * @param after URIs up to this one are passed over; empty to begin
   */
  public List<Skipped> page(int source, String after, int most) {
    return jdbc.sql(
            """
            select uri, reason, since, last_try, tries, passing from skipped
            where data_source = ? and uri > ? order by uri limit ?
            """)
        .params(source, after, most)
        .query((row, at) ->
            new Skipped(
                row.getString("uri"),
                row.getString("reason"),
                row.getTimestamp("since").toInstant(),
                row.getTimestamp("last_try").toInstant(),
                row.getInt("tries"),
                row.getBoolean("passing")))
        .list();
  }

  // A URI of any length has a place in the key.
  private static String key(String uri) {
    return uri.length() <= LONGEST_URI
        ? uri
        : uri.substring(0, KEPT_OF_LONG) + "…" + UriKey.of(uri);
  }

  /** The same for the database: the key of a URI in one column, whose own key is in another. */
  static String keyOf(String value, String uriKey) {
    return "case when length(%1$s) <= %2$d then %1$s else left(%1$s, %3$d) || '…' || %4$s end"
        .formatted(value, LONGEST_URI, KEPT_OF_LONG, uriKey);
  }
}
