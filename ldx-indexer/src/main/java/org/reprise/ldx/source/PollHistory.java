package org.reprise.ldx.source;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.work.LeaseLost;
import org.reprise.ldx.rdf.Texts;
import org.springframework.jdbc.core.SimplePropertyRowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The change log: a row for each polling interval of each data source. */
@Component
public final class PollHistory {
  private final JdbcClient jdbc;

  public PollHistory(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** Work of a poll since its last report. */
  public record Progress(long retrieved, long deleted, long skipped, long links, long millis) {}

  /**
   * Begins a row, or continues the one of this interval for a poll that was requested before its
   * time. Rows of processes that ended are closed.
   *
   * @throws LeaseLost when the data source was removed
   */
  public long begin(DataSource source, Poll.Kind kind, boolean requested) {
    jdbc.sql(
            """
            update poll set ended = now(), failure = coalesce(failure, 'Its process ended')
            where data_source = ? and ended is null
            """)
        .param(source.id())
        .update();
    if (requested && kind == Poll.Kind.INCREMENTAL) {
      Long joined =
          jdbc.sql(
                  """
                  update poll set ended = null, runs = runs + 1
                  where id = (select max(id) from poll where data_source = ?)
                    and kind = 'INCREMENTAL' and failure is null
                    and began > now() - ? * interval '1 second'
                  returning id
                  """)
              .params(source.id(), source.definition().poll().toSeconds())
              .query(Long.class)
              .optional()
              .orElse(null);
      if (joined != null) {
        return joined;
      }
    }
    return jdbc.sql(
            """
            insert into poll (data_source, kind)
            select id, ? from data_source where id = ? returning id
            """)
        .params(kind.name(), source.id())
        .query(Long.class)
        .optional()
        .orElseThrow(() -> new LeaseLost("data source " + source.id()));
  }

  public void add(long poll, Progress done) {
    jdbc.sql(
            """
            update poll
            set retrieved = retrieved + ?, deleted = deleted + ?, skipped = skipped + ?,
                links = links + ?, millis = millis + ?
            where id = ?
            """)
        .params(done.retrieved(), done.deleted(), done.skipped(), done.links(), done.millis(), poll)
        .update();
  }

  public void end(long poll, @Nullable String failure, @Nullable String warning) {
    jdbc.sql(
            """
            update poll
            set ended = now(), failure = coalesce(?, failure), warning = coalesce(?, warning)
            where id = ?
            """)
        .param(failure == null ? null : Texts.storable(failure, DataSource.MAX_FAILURE))
        .param(warning == null ? null : Texts.storable(warning, DataSource.MAX_FAILURE))
        .param(poll)
        .update();
  }

  /**
   * Returns the newest rows of a data source.
   *
   * @param before only rows with lower ids; null for the newest of all
   */
  public List<Poll> newest(int source, @Nullable Long before, int max) {
    return jdbc.sql(
            """
            select * from poll where data_source = ? and id < ? order by id desc limit ?
            """)
        .params(source, before == null ? Long.MAX_VALUE : before, max)
        .query(new SimplePropertyRowMapper<>(Poll.class))
        .list();
  }

  /** Removes a piece of the rows that are older than 30 days; returns whether there may be more. */
  public boolean purge() {
    int max = 5_000;
    return jdbc.sql(
                """
                delete from poll where id in (
                  select id from poll
                  where began < now() - interval '30 days' and ended is not null
                  order by id limit ?)
                """)
            .param(max)
            .update()
        == max;
  }
}
