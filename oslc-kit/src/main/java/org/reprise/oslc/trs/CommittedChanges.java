package org.reprise.oslc.trs;

import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * A feed's changes that are committed and have no order yet, and the log that they go to. All
 * statements run in the publisher's session. Not safe for several threads.
 */
final class CommittedChanges {
  private static final String MOVE =
      """
      with taken as (
        delete from change
        where application = ? and id in (
          select id from change where application = ? and id = any (?) order by id limit ?)
        returning id, kind, resource)
      insert into event (application, position, incarnation, kind, resource)
      select ?, ? + row_number() over (order by id), ?, kind, resource from taken\
      """;

  // More than are published at once, so that the publisher sees that there are others.
  private static final int MAX_READ = 2_000;

  private final String application;
  private List<Long> read = List.of();

  CommittedChanges(String application) {
    this.application = application;
  }

  /**
   * Takes the lock of the feed's publisher for as long as the session lasts.
   *
   * @return false where another session holds it
   */
  boolean lock(JdbcClient session) {
    return session
        .sql("select pg_try_advisory_lock(hashtext('feed-publisher'), hashtext(?))")
        .param(application)
        .query(Boolean.class)
        .single();
  }

  /** Reads which changes there are; returns whether there are any. */
  boolean readAny(JdbcClient session) {
    read =
        session
            .sql("select id from change where application = ? order by id limit ?")
            .params(application, MAX_READ)
            .query((row, n) -> row.getLong(1))
            .list();
    return !read.isEmpty();
  }

  /** Returns the position of the newest event, and locks it until the transaction ends. */
  long last(JdbcClient session) {
    return session
        .sql("select last_position from feed where application = ? for update")
        .param(application)
        .query(Long.class)
        .single();
  }

  /**
   * Moves the changes that were read to the log, in the order in which they were recorded.
   *
   * @param after the position before the first of them
   * @param incarnation of all of them
   * @return how many were moved, at most {@code max}
   */
  int publish(JdbcClient session, long after, long incarnation, int max) {
    int count =
        session
            .sql(MOVE)
            .params(
                application,
                application,
                read.toArray(Long[]::new),
                max,
                application,
                after,
                incarnation)
            .update();
    session
        .sql("update feed set last_position = ? where application = ?")
        .params(after + count, application)
        .update();
    return count;
  }
}
