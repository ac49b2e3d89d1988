package org.reprise.cps.anchor;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.springframework.dao.CannotAcquireLockException;

/**
 * Lets few writers of one anchor go to the database at once. Only one of them can change its row;
 * the others would wait for it there, each with a connection that writers of other anchors need.
 * Two keep the database busy: while one writes, the next one is there already.
 */
public final class WriterTurns {
  private static final int AT_ONCE = 2;

  private final Duration limit;
  private final ConcurrentMap<AnchorRef, Turns> anchors = new ConcurrentHashMap<>();

  /**
   * Makes them.
   *
   * @param limit how long a writer waits for its turn
   */
  public WriterTurns(Duration limit) {
    this.limit = limit;
  }

  /** One anchor's turns; kept while there are writers. */
  private static final class Turns {
    final Semaphore free = new Semaphore(AT_ONCE, true);
    // Changed only where the map holds the entry.
    int writers;
  }

  /** What ends a turn. */
  public interface Turn extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Waits for a turn.
   *
   * @throws CannotAcquireLockException when none came in time
   */
  public Turn take(AnchorRef anchor) {
    Turns turns =
        anchors.compute(
            anchor,
            (ref, known) -> {
              Turns of = known == null ? new Turns() : known;
              of.writers++;
              return of;
            });
    boolean taken = false;
    try {
      taken = turns.free.tryAcquire(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      if (!taken) {
        leave(anchor);
      }
    }
    if (!taken) {
      throw new CannotAcquireLockException(
          "Other writers of anchor %s have not finished in %s.".formatted(anchor, limit));
    }
    return () -> {
      turns.free.release();
      leave(anchor);
    };
  }

  private void leave(AnchorRef anchor) {
    anchors.computeIfPresent(anchor, (ref, turns) -> --turns.writers == 0 ? null : turns);
  }
}
