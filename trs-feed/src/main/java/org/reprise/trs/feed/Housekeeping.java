package org.reprise.trs.feed;

import org.reprise.kit.DatabaseFault;
import org.reprise.trs.application.Application;
import org.reprise.trs.application.Applications;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Truncates logs in two phases (OSLC TRS 3.0, "Truncation"). First a new base accounts for all
 * events, as soon as one is old enough. Later the events before its cutoff are deleted, so that
 * readers in between find the event at which they stopped. Whole segments are deleted, and never
 * the one with the cutoff.
 *
 * <p>The first event of a feed makes a new base due at once: some clients (Eclipse Lyo) read a log
 * back to the cutoff event, and cannot begin without one.
 */
final class Housekeeping {
  private static final Logger LOG = LoggerFactory.getLogger(Housekeeping.class);

  private final JdbcClient jdbc;
  private final TransactionTemplate transactions;
  private final Applications applications;
  private final Bases bases;
  private final FeedSettings settings;

  Housekeeping(
      JdbcClient jdbc,
      TransactionTemplate transactions,
      Applications applications,
      Bases bases,
      FeedSettings settings) {
    this.jdbc = jdbc;
    this.transactions = transactions;
    this.applications = applications;
    this.bases = bases;
    this.settings = settings;
  }

  /** Does what is due for each application; what fails is left to the next time. */
  void run() {
    for (Application application : applications.withResources()) {
      try {
        if (isFoldDue(application)) {
          bases.make(application);
        }
        transactions.executeWithoutResult(status -> delete(application));
      } catch (RuntimeException e) {
        if (DatabaseFault.among(e) == null) {
          LOG.error("The feed of '{}' was not truncated", application.path(), e);
        } else {
          LOG.warn(
              "The feed of '{}' was not truncated now: {}", application.path(), e.getMessage());
        }
      }
    }
  }

  private boolean isFoldDue(Application application) {
    return jdbc.sql(
            """
            select exists (
              select from event e
              left join lateral (
                select max(cutoff) as cutoff from base where application = e.application) b on true
              where e.application = :application and e.position = 1 + coalesce(b.cutoff, 0)
                and (b.cutoff is null
                  or e.published <= now() - :age * interval '1 millisecond'))\
            """)
        .param("application", application.path())
        .param("age", settings.foldAfter().toMillis())
        .query(Boolean.class)
        .single();
  }

  private void delete(Application application) {
    Feeds.Log log =
        jdbc.sql(
                """
                select last_position, truncated, segment_size from feed
                where application = ? for update\
                """)
            .param(application.path())
            .query((row, n) -> new Feeds.Log(row.getLong(1), 0, row.getLong(2), row.getInt(3)))
            .single();
    long cutoff =
        jdbc.sql(
                """
                select coalesce(max(cutoff), 0) from base
                where application = ? and made <= now() - ? * interval '1 millisecond'\
                """)
            .params(application.path(), settings.deleteAfter().toMillis())
            .query(Long.class)
            .single();
    long end = cutoff == 0 ? 0 : log.first(log.segment(cutoff)) - 1;
    if (end > log.truncated()) {
      deleteEvents(application, end, log.segment(end));
    }
    deleteBases(application);
  }

  private void deleteEvents(Application application, long end, long segment) {
    jdbc.sql("update feed set truncated = ? where application = ?")
        .params(end, application.path())
        .update();
    int count =
        jdbc.sql("delete from event where application = ? and position <= ?")
            .params(application.path(), end)
            .update();
    jdbc.sql("delete from prepared where application = ? and kind = 'log' and number <= ?")
        .params(application.path(), segment)
        .update();
    LOG.info("Deleted {} events of '{}', up to {}", count, application.path(), end);
  }

  private void deleteBases(Application application) {
    jdbc.sql(
            """
            with gone as (
              delete from base
              where application = :application
                and superseded <= now() - :age * interval '1 millisecond'
              returning generation)
            delete from prepared
            where application = :application and kind = 'base'
              and number in (select generation from gone)\
            """)
        .param("application", application.path())
        .param("age", settings.deleteAfter().toMillis())
        .update();
  }
}
