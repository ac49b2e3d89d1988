package org.reprise.load.clm;

import java.sql.SQLException;
import java.time.Duration;

/** Waits for what a database shows. */
public final class Waiting {
  /** Between two looks at something small. */
  public static final Duration LOOK = Duration.ofMillis(50);

  private Waiting() {}

  /** Something that becomes true. */
  public interface Condition {
    boolean holds() throws SQLException;
  }

  /** Waits until something holds, and looks at it every {@link #LOOK}. */
  public static void until(String what, Duration limit, Condition condition)
      throws SQLException, InterruptedException {
    until(what, limit, LOOK, condition);
  }

  /**
   * Waits until something holds.
   *
   * @param look how long after one look the next one follows
   * @throws IllegalStateException where it does not come true in time
   */
  public static void until(String what, Duration limit, Duration look, Condition condition)
      throws SQLException, InterruptedException {
    var end = System.nanoTime() + limit.toNanos();
    while (!condition.holds()) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException("after %d s not: %s".formatted(limit.toSeconds(), what));
      }
      Thread.sleep(look);
    }
  }
}
