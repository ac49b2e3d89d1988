package org.reprise.lists.work;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.reprise.kit.error.DatabaseFault;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Background work that may take long, done in slices on a thread of its own, one run at a time:
 * scheduled tasks share one thread, and those that must be on time do not wait for this work. After
 * a slice it rests three times as long as that took: it takes a quarter of a core at most.
 */
public final class Chore implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Chore.class);
  private static final int REST = 3;

  private final String name;
  private final BooleanSupplier slice;
  private final AtomicInteger asked = new AtomicInteger();
  private final CountDownLatch end = new CountDownLatch(1);

  /** Does the work of a slice, which returns whether there may be more. */
  public Chore(String name, BooleanSupplier slice) {
    this.name = name;
    this.slice = slice;
  }

  /** Begins a run; during a run it requests one more, for work that has come since. */
  public void ask() {
    if (!isClosed() && asked.getAndIncrement() == 0) {
      Thread.ofVirtual().name(name).start(this::work);
    }
  }

  private void work() {
    int seen;
    do {
      seen = asked.get();
      doAll();
    } while (!asked.compareAndSet(seen, 0));
  }

  // What cannot be done now is left to the next run.
  private void doAll() {
    try {
      long begun = System.nanoTime();
      while (!isClosed() && slice.getAsBoolean()) {
        end.await(REST * (System.nanoTime() - begun), TimeUnit.NANOSECONDS);
        begun = System.nanoTime();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      if (DatabaseFault.among(e) == null) {
        LOG.error("{} failed", name, e);
      } else if (!isClosed()) {
        LOG.warn("{}: not done now: {}", name, e.getMessage());
      }
    } catch (Error e) {
      LOG.error("{} failed", name, e);
    }
  }

  private boolean isClosed() {
    return end.getCount() == 0;
  }

  /** Begins no further slice. */
  @Override
  public void close() {
    end.countDown();
  }
}
