package org.reprise.ldx.source;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.reprise.ldx.rdf.Texts;
import org.reprise.ldx.rdf.UriKey;
import org.springframework.jdbc.core.SimplePropertyRowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The listed resources that could not be indexed, with the reasons. */
@Component
public final class SkippedResources {
  // What an index of the database takes, in any alphabet.
  private static final int MAX_URI = 600;
  private static final int PREFIX_OF_LONG = 550;
  private static final int MAX_REASON = 500;

  private final JdbcClient jdbc;

  public SkippedResources(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * A resource that is skipped now.
   *
   * @param isGone its server does not have it (404, 410)
   */
  public record Skip(String uri, String reason, boolean passing, boolean isGone) {
    public Skip(String uri, String reason, boolean passing) {
      this(uri, reason, passing, false);
    }
  }

  /**
   * A resource that is listed and could not be indexed.
   *
   * @param uri the resource, or what else the reason is about
   * @param passing whether it is tried again by itself
   */
  public record Skipped(
      String uri, String reason, Instant since, Instant lastTry, int tries, boolean passing) {}

  /**
   * Records some, in the caller's transaction.
   *
   * @param maxGone how many of those that are gone are recorded
   */
  public static void record(JdbcClient jdbc, int source, Collection<Skip> all, int maxGone) {
    List<Skip> skips = new ArrayList<>(all);
    if (skips.stream().anyMatch(Skip::isGone)
        && jdbc.sql("select count(*) from skipped where data_source = ? and gone")
                .param(source)
                .query(Long.class)
                .single()
            >= maxGone) {
      skips.removeIf(Skip::isGone);
    }
    skips.sort(Comparator.comparing(Skip::uri));
    // The wait before the next try grows with the number of tries, to a day.
    for (Skip skip : skips) {
      jdbc.sql(
              """
              insert into skipped (data_source, uri, reason, passing, gone, next_try)
              values (?, ?, ?, ?, ?, now() + interval '1 minute')
              on conflict (data_source, uri) do update
              set reason = excluded.reason, passing = excluded.passing, gone = excluded.gone,
                  last_try = now(), tries = skipped.tries + 1,
                  next_try = now()
                    + least((skipped.tries + 1.0) ^ 2, 1440) * interval '1 minute'
              """)
          .params(
              source,
              key(skip.uri()),
              Texts.storable(skip.reason(), MAX_REASON),
              skip.passing() && skip.uri().length() <= MAX_URI,
              skip.isGone())
          .update();
    }
  }

  /** Deletes those that are indexed or gone, in the caller's transaction. */
  public static void forget(JdbcClient jdbc, int source, Collection<String> uris) {
    if (!uris.isEmpty()) {
      jdbc.sql("delete from skipped where data_source = ? and uri = any (?)")
          .params(source, uris.stream().map(SkippedResources::key).sorted().toArray(String[]::new))
          .update();
    }
  }

  /** Deletes all of a data source, in the caller's transaction. */
  public static void forgetAll(JdbcClient jdbc, int source) {
    jdbc.sql("delete from skipped where data_source = ?").param(source).update();
  }

  /** Has those that may pass tried again by the next poll. */
  public void retry(int source) {
    // Locked in the order in which batches record them.
    jdbc.sql(
            """
            update skipped set next_try = now()
            where data_source = ? and uri in (
              select uri from skipped where data_source = ? and passing order by uri for update)
            """)
        .params(source, source)
        .update();
  }

  public List<String> due(int source, int max) {
    return jdbc.sql(
            """
            select uri from skipped
            where data_source = ? and passing and next_try <= now()
            order by next_try limit ?
            """)
        .params(source, max)
        .query((row, at) -> row.getString(1))
        .list();
  }

  public long count(int source) {
    return jdbc.sql("select count(*) from skipped where data_source = ?")
        .param(source)
        .query(Long.class)
        .single();
  }

  /**
   * Returns whether a data source would have more than a number of skipped resources with some
   * more, of which it may have some already. Those that are gone do not count.
   */
  public boolean exceeds(int source, Collection<Skip> more, int max) {
    String[] keys =
        more.stream()
            .filter(skip -> !skip.isGone())
            .map(skip -> key(skip.uri()))
            .distinct()
            .toArray(String[]::new);
    String others =
        "select count(*) from skipped where data_source = ? and uri <> all (?) and not gone";
    return keys.length > 0
        && keys.length + jdbc.sql(others).params(source, keys).query(Long.class).single() > max;
  }

  /**
   * Returns a page of them.
   *
   * @param after URIs up to this one are passed over; empty to begin
   */
  public List<Skipped> page(int source, String after, int max) {
    return jdbc.sql(
            """
            select uri, reason, since, last_try, tries, passing from skipped
            where data_source = ? and uri > ? order by uri limit ?
            """)
        .params(source, after, max)
        .query(new SimplePropertyRowMapper<>(Skipped.class))
        .list();
  }

  // A URI of any length has a place in the key.
  private static String key(String uri) {
    return uri.length() <= MAX_URI ? uri : uri.substring(0, PREFIX_OF_LONG) + "…" + UriKey.of(uri);
  }

  /** Returns the same for the database: the key of a URI in one column, its own in another. */
  static String keyOf(String value, String uriKey) {
    return "case when length(%1$s) <= %2$s then %1$s else left(%1$s, %3$s) || '…' || %4$s end"
        .formatted(value, MAX_URI, PREFIX_OF_LONG, uriKey);
  }
}
