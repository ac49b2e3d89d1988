package org.reprise.ldx.index;

import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Has the database count the index again each time it has doubled. Plans that it made for small
 * tables would otherwise be used, by connections that keep them, until its own housekeeping comes:
 * a minute in which the first base of a feed may grow from nothing to hundreds of thousands of
 * rows.
 */
@Component
public final class Statistics {
  private static final Logger LOG = LoggerFactory.getLogger(Statistics.class);
  private static final long FIRST = 1_000;

  private final JdbcClient jdbc;
  private final AtomicLong stored = new AtomicLong();
  private final AtomicLong next = new AtomicLong(FIRST);

  public Statistics(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  public void stored(int artifacts) {
    long all = stored.addAndGet(artifacts);
    long due = next.get();
    if (all < due || !next.compareAndSet(due, 2 * due)) {
      return;
    }
    try {
      jdbc.sql("analyze uri, artifact, link").update();
    } catch (DataAccessException e) {
      LOG.info("Cannot analyze the tables of the index: {}", e.getMessage());
    }
  }
}
