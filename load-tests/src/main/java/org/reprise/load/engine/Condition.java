package org.reprise.load.engine;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;

public interface Condition {
  boolean holds() throws IOException, SQLException, InterruptedException;

  /** Waits until it holds, and looks at it now and then; returns whether it did in time. */
  static boolean await(Duration limit, Duration look, Condition condition)
      throws IOException, SQLException, InterruptedException {
    var end = System.nanoTime() + limit.toNanos();
    while (!condition.holds()) {
      if (System.nanoTime() - end > 0) {
        return false;
      }
      Thread.sleep(look);
    }
    return true;
  }
}
