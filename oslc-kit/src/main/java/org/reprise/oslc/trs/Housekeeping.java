package org.reprise.oslc.trs;

import org.reprise.kit.error.DatabaseFault;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Truncates a log in two phases (OSLC TRS 3.0, "Truncation"). First a new base accounts for all
 * events, as soon as one is old enough. Later the events before its cutoff are deleted, so that
 * readers in between find the event at which they stopped. Whole segments are deleted, and never
 * the one with the cutoff.
 *
 * <p>The first event of a feed makes a new base due at once: some clients (Eclipse Lyo) read a log
 * back to the cutoff event, and cannot begin without one.
 */
final class Housekeeping {
  private static final Logger LOG = LoggerFactory.getLogger(Housekeeping.class);
  private static final int MAX_EVENTS = 10_000;

  private final JdbcClient jdbc;
  private final TransactionTemplate transactions;
  private final String application;
  private final Bases bases;
  private final FeedSettings settings;

  Housekeeping(
      JdbcClient jdbc,
      TransactionTemplate transactions,
      String application,
      Bases bases,
      FeedSettings settings) {
    this.jdbc = jdbc;
    this.transactions = transactions;
    this.application = application;
    this.bases = bases;
    this.settings = settings;
  }

  /** Does what is due; what fails is tried again the next time. */
  void run() {
    try {
      if (isFoldDue()) {
        bases.make();
      }
      delete();
    } catch (RuntimeException e) {
      // Without a stack trace where the database is the reason.
      Exception trace = DatabaseFault.among(e) == null ? e : null;
      LOG.warn("Cannot truncate the feed of '{}'; trying again: {}", application, e, trace);
    }
  }

  private boolean isFoldDue() {
    return jdbc.sql(
            """
            with newest as (select max(cutoff) as cutoff from base where application = :application)
            select exists (
              select from event
              where application = :application
                and position = (select 1 + coalesce(cutoff, 0) from newest)
                and ((select cutoff is null from newest)
                  or published <= now() - :age * interval '1 millisecond'))\
            """)
        .param("application", application)
        .param("age", settings.foldAfter().toMillis())
        .query(Boolean.class)
        .single();
  }

  private void delete() {
    long cutoff =
        transactions.execute(status -> {
          jdbc.sql(
                  """
                  delete from base
                  where application = ? and superseded <= now() - ? * interval '1 millisecond'\
                  """)
              .params(application, settings.deleteAfter().toMillis())
              .update();
          return cutoff();
        });
    boolean more = cutoff > 0;
    while (more) {
      more = transactions.execute(status -> deleteEvents(cutoff));
    }
  }

  // The cutoff of the newest base that is old enough; 0 for none.
  private long cutoff() {
    return jdbc.sql(
            """
            select coalesce(max(cutoff), 0) from base
            where application = ? and made <= now() - ? * interval '1 millisecond'\
            """)
        .params(application, settings.deleteAfter().toMillis())
        .query(Long.class)
        .single();
  }

  /**
   * Deletes some of the segments before that of a cutoff. The publisher waits for the same row: it
   * is locked for a moment only, however long the log has become.
   *
   * @return whether there are more
   */
  private boolean deleteEvents(long cutoff) {
    Log log =
        jdbc.sql(
                """
                select last_position, truncated, segment_size from feed
                where application = ? for update\
                """)
            .param(application)
            .query((row, n) -> new Log(row.getLong(1), 0, row.getLong(2), row.getInt(3)))
            .single();
    long due = log.first(log.segment(cutoff)) - 1;
    if (due <= log.truncated()) {
      return false;
    }
    long max = Math.max(1, MAX_EVENTS / log.segmentSize()) * (long) log.segmentSize();
    long end = Math.min(due, log.truncated() + max);
    jdbc.sql("update feed set truncated = ? where application = ?")
        .params(end, application)
        .update();
    int count =
        jdbc.sql("delete from event where application = ? and position <= ?")
            .params(application, end)
            .update();
    LOG.info("Deleted {} events of '{}', up to {}", count, application, end);
    return end < due;
  }
}
