package org.reprise.ldx.source;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.work.LeaseLost;
import org.reprise.ldx.feed.ChangeEvent;
import org.reprise.ldx.feed.FeedLimits;
import org.reprise.ldx.feed.RecentEvents;
import org.reprise.ldx.feed.SyncPoint;
import org.reprise.ldx.rdf.UriKey;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The progress of reading a data source. Each change is part of the transaction that stores the
 * artifacts, and requires the lease.
 */
public final class SourceProgress {
  private SourceProgress() {}

  /**
   * Begins to read the base.
   *
   * @param cutoff the newest event that it accounts for
   * @return the generation of its members
   */
  public static int beginBase(JdbcClient jdbc, SourceLease lease, URI firstPage, String cutoff) {
    change(
        jdbc,
        lease,
        """
        phase = 'BASE', generation = generation + 1, next_page = ?, cutoff = ?,
        sync_event = null, sync_order = null, reindex = false
        """,
        firstPage.toString(),
        cutoff);
    return jdbc.sql("select generation from data_source where id = ?")
        .param(lease.source())
        .query(Integer.class)
        .single();
  }

  /** Records a stored page of the base; returns whether the data source is paused. */
  public static boolean pageDone(JdbcClient jdbc, SourceLease lease, URI next) {
    return change(jdbc, lease, "next_page = ?", next.toString());
  }

  /** Records that the whole base is stored: the log is read from its cutoff on. */
  public static void baseDone(JdbcClient jdbc, SourceLease lease) {
    change(jdbc, lease, "phase = 'LOG', next_page = null, sync_event = cutoff, sync_order = null");
    jdbc.sql("delete from recent_event where data_source = ?").param(lease.source()).update();
  }

  /** Records that artifacts of earlier generations are removed. */
  public static void current(JdbcClient jdbc, SourceLease lease) {
    change(jdbc, lease, "phase = 'CURRENT', cutoff = null");
  }

  /** Makes the next poll read the base again. */
  public static void restart(JdbcClient jdbc, SourceLease lease) {
    change(jdbc, lease, "phase = 'NEW', next_page = null");
  }

  /** Records a sync point; returns whether the data source is paused. */
  public static boolean synced(JdbcClient jdbc, SourceLease lease, SyncPoint sync) {
    BigInteger order = sync.order();
    return change(
        jdbc,
        lease,
        "sync_event = ?, sync_order = greatest(sync_order, ?::numeric)",
        sync.event(),
        order == null ? null : new BigDecimal(order));
  }

  // Returns whether it is paused.
  private static boolean change(
      JdbcClient jdbc, SourceLease lease, String assignments, @Nullable Object... values) {
    List<@Nullable Object> params = new ArrayList<@Nullable Object>(Arrays.asList(values));
    params.add(lease.source());
    params.add(lease.owner());
    params.add(lease.epoch());
    return jdbc.sql(
            "update data_source set "
                + assignments
                + " where id = ? and owner = ? and epoch = ? returning paused")
        .params(params)
        .query(Boolean.class)
        .optional()
        .orElseThrow(() -> new LeaseLost("data source " + lease.source()));
  }

  /** Returns the newest event that is indexed; null before the base is read. */
  public static @Nullable SyncPoint sync(JdbcClient jdbc, int source) {
    return jdbc.sql(
            """
            select sync_event, sync_order from data_source
            where id = ? and sync_event is not null
            """)
        .param(source)
        .query((row, at) -> Objects.requireNonNull(DataSource.sync(row)))
        .optional()
        .orElse(null);
  }

  /** Returns the newest events that were read. */
  public static RecentEvents recent(JdbcClient jdbc, int source) {
    Map<UUID, BigInteger> orders = new HashMap<>();
    jdbc.sql("select event, position from recent_event where data_source = ?")
        .param(source)
        .query((row, at) ->
            orders.put(row.getObject(1, UUID.class), row.getBigDecimal(2).toBigInteger()))
        .list();
    return new RecentEvents(
        orders.keySet(), orders.values().stream().min(Comparator.naturalOrder()).orElse(null));
  }

  /**
   * Remembers the newest of some events, and forgets older ones.
   *
   * @param all in time
   */
  public static void remember(JdbcClient jdbc, int source, List<ChangeEvent> all) {
    if (all.isEmpty()) {
      return;
    }
    int max = FeedLimits.RECENT_EVENTS;
    List<ChangeEvent> events = all.subList(Math.max(0, all.size() - max), all.size());
    jdbc.sql(
            """
            insert into recent_event (data_source, event, position)
            select ?, * from unnest(?, ?::numeric[]) on conflict do nothing
            """)
        .param(source)
        .param(events.stream().map(event -> UriKey.of(event.uri())).toArray(UUID[]::new))
        .param(events.stream().map(event -> event.order().toString()).toArray(String[]::new))
        .update();
    jdbc.sql(
            """
            delete from recent_event
            where data_source = ? and (position, event) < (
              select position, event from recent_event where data_source = ?
              order by position desc, event desc offset ? limit 1)
            """)
        .params(source, source, max - 1)
        .update();
  }
}
