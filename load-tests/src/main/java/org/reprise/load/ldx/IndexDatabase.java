package org.reprise.load.ldx;

import java.io.IOException;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.reprise.load.clm.Link;
import org.reprise.load.deploy.Sql;
import org.reprise.load.engine.Condition;
import org.reprise.localstack.postgres.Database;

/** The index, by its database: what it holds, its change log, and the start of a first indexing. */
record IndexDatabase(Database database) {
  private static final double MIB = 1 << 20;
  static final Duration LOOK = Duration.ofMillis(50);
  private static final Duration POLL_TIMEOUT = Duration.ofMinutes(2);

  /** A row of the change log: resources fetched or removed in a polling interval, and its time. */
  record Interval(long retrieved, long millis) {
    /** Retrieved by second of Duration, as the report has it; empty where there is no change. */
    static OptionalDouble rate(List<Interval> intervals) {
      var all = intervals.stream().mapToLong(Interval::retrieved).sum();
      var millis = intervals.stream().mapToLong(Interval::millis).sum();
      return all == 0
          ? OptionalDouble.empty()
          : OptionalDouble.of(1000.0 * all / Math.max(1, millis));
    }

    static OptionalDouble mean(List<Interval> intervals, ToDoubleFunction<Interval> value) {
      return intervals.stream().mapToDouble(value).average();
    }

    /** A value in the last third of the intervals divided by that in the first. */
    static OptionalDouble trend(List<Interval> intervals, ToDoubleFunction<Interval> value) {
      if (intervals.size() < 2) {
        return OptionalDouble.empty();
      }
      var third = Math.max(1, intervals.size() / 3);
      var first = mean(intervals.subList(0, third), value).orElseThrow();
      var last = mean(intervals.subList(intervals.size() - third, intervals.size()), value);
      return first == 0 ? OptionalDouble.empty() : OptionalDouble.of(last.orElseThrow() / first);
    }
  }

  /**
   * How the first indexing of a data source went, by the index's own clock.
   *
   * @param halfSeconds until half of them were indexed
   * @param seconds until all of them were
   */
  record Course(long members, double halfSeconds, double seconds) {
    double rate() {
      return members / seconds;
    }

    /**
     * Artifacts by second in the first half, during which the other data source is read, too, where
     * one has twice the artifacts of the other; all of it where it was over too soon to see its
     * half.
     */
    double firstHalf() {
      return halfSeconds < seconds ? members / 2.0 / halfSeconds : rate();
    }

    /** Rate of the second half divided by that of the first; empty where nobody saw its half. */
    OptionalDouble trend() {
      return halfSeconds < seconds
          ? OptionalDouble.of(halfSeconds / (seconds - halfSeconds))
          : OptionalDouble.empty();
    }
  }

  void empty(int threads) throws IOException, SQLException, InterruptedException {
    update("update data_source set paused = true");
    if (!Condition.await(
        POLL_TIMEOUT,
        LOOK,
        () -> number("select count(*) from data_source where owner is not null") == 0)) {
      throw new IllegalStateException("a data source is read though all are paused");
    }
    update("truncate artifact, link, uri, recent_event, skipped, poll");
    update(
        """
        update data_source
        set phase = 'NEW', generation = 0, next_page = null, cutoff = null, sync_event = null,
          sync_order = null, poll_requested = false, reindex = false, failure = null, threads = ?
        """,
        threads);
  }

  void resume(String source) throws SQLException {
    update(
        "update data_source set paused = false, next_poll = now() where name = ? and paused",
        source);
  }

  boolean isCurrent(String source) throws SQLException {
    return number("select count(*) from data_source where name = ? and phase = 'CURRENT'", source)
        == 1;
  }

  long artifacts(String source) throws SQLException {
    return number(
        "select count(*) from artifact a join data_source d on d.id = a.data_source where name = ?",
        source);
  }

  /** How long its first indexing has taken since {@link #empty}, so far or until its end. */
  Duration firstIndexing(String source) throws SQLException {
    var micros =
        number(
            """
            select coalesce(extract(epoch from
              max(coalesce(p.ended, clock_timestamp())) - min(p.began)) * 1000000, 0)::bigint
            from poll p join data_source d on d.id = p.data_source
            where d.name = ? and p.kind = 'INITIAL'
            """,
            source);
    return Duration.ofNanos(1_000 * micros);
  }

  long skipped() throws SQLException {
    return number("select count(*) from skipped");
  }

  long failedPolls(Instant since) throws SQLException {
    return number(
        "select count(*) from poll where failure is not null and began >= ?",
        Timestamp.from(since));
  }

  long openPolls(Instant until) throws SQLException {
    return number(
        "select count(*) from poll where ended is null and began <= ?", Timestamp.from(until));
  }

  long links() throws SQLException {
    return number("select count(*) from link");
  }

  double sizeMiB() throws SQLException {
    return number("select pg_database_size(current_database())") / MIB;
  }

  double textMiB() throws SQLException {
    return number(
            """
            select coalesce(sum(11
              + octet_length(s.value) + octet_length(t.uri) + octet_length(o.value)), 0)
            from link l
            join artifact a on a.uri = l.artifact and a.data_source = l.data_source
            join uri s on s.id = a.concept
            join link_type t on t.id = l.predicate
            join uri o on o.id = l.target
            """)
        / MIB;
  }

  List<Interval> intervals(String source, Instant from, Instant to) throws SQLException {
    return rows(
        row -> new Interval(row.getLong(1), row.getLong(2)),
        """
        select p.retrieved, p.millis
        from poll p join data_source d on d.id = p.data_source
        where d.name = ? and p.kind = 'INCREMENTAL' and p.ended is not null
          and p.began between ? and ?
        order by p.id
        """,
        source,
        Timestamp.from(from),
        Timestamp.from(to));
  }

  /** Returns how many links point to other artifacts than these, and a checksum of them. */
  List<Long> linksBeside(Collection<String> targets) throws SQLException {
    return rows(
            row -> List.of(row.getLong(1), row.getLong(2)),
            """
            select count(*),
              coalesce(bit_xor(hashtextextended(l.artifact::text || l.target || l.predicate, 0)), 0)
            from link l where l.target not in (
              select substr(encode(sha256(convert_to(uri, 'UTF8')), 'hex'), 1, 32)::uuid
              from unnest(?) uri)
            """,
            (Object) targets.toArray(String[]::new))
        .getFirst();
  }

  Set<Link> linksOf(String source, int artifacts) throws SQLException {
    return new LinkedHashSet<>(
        rows(
            row -> new Link(row.getString(1), row.getString(2), row.getString(3)),
            """
            select s.value, t.uri, o.value
            from (
              select a.uri, a.concept, a.data_source
              from artifact a join data_source d on d.id = a.data_source
              where d.name = ? and exists (
                select from link where artifact = a.uri and data_source = a.data_source)
              limit ?) chosen
            join link l on l.artifact = chosen.uri and l.data_source = chosen.data_source
            join uri s on s.id = chosen.concept
            join link_type t on t.id = l.predicate
            join uri o on o.id = l.target
            """,
            source,
            artifacts));
  }

  List<String> targets(int max) throws SQLException {
    return rows(
        row -> row.getString(1),
        """
        select u.value from (select distinct target from link limit ?) t
        join uri u on u.id = t.target
        """,
        max);
  }

  private long number(String query, Object... values) throws SQLException {
    return rows(row -> row.getLong(1), query, values).getFirst();
  }

  private <T> List<T> rows(Sql.Reader<T> row, String query, Object... values) throws SQLException {
    try (var connection = database.connect()) {
      return Sql.rows(connection, row, query, values);
    }
  }

  private void update(String change, Object... values) throws SQLException {
    try (var connection = database.connect()) {
      Sql.update(connection, change, values);
    }
  }
}
