package org.reprise.oslc.trs;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * The changes that a service's transactions noted, without an order, and the log that they go to.
 * All statements run in the publisher's session.
 */
public interface NotedChanges {
  /**
   * Takes the lock of the feed's publisher for as long as the session lasts.
   *
   * @return false where another session holds it
   */
  boolean lock(Connection session) throws SQLException;

  /** Whether there are changes that are committed. */
  boolean any(Connection session) throws SQLException;

  /** The position of the newest event, which changes no more until the transaction ends. */
  long last(Connection session) throws SQLException;

  /**
   * Moves changes to the log, in the order in which they were noted.
   *
   * @param after the position before the first of them
   * @param incarnation of all of them
   * @param most how many at the most
   * @return how many there were
   */
  int publish(Connection session, long after, long incarnation, int most) throws SQLException;
}
