package org.reprise.ldx.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The threads that work for one data source during a poll. While a thread stores a batch, the first
 * responses of its next one arrive. After the first failure the other batches are not processed,
 * and {@link #add} and {@link #await} throw the failure.
 */
final class Workers implements AutoCloseable {
  private static final long POLL_MILLIS = 100;

  private final Work work;
  private final BlockingQueue<Batch> queue;
  private final List<Thread> threads = new ArrayList<>();
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private long added;
  private long done;
  private volatile boolean closed;

  interface Work {
    /** Begins to fetch a batch, without waiting for responses. */
    PendingFetch begin(Batch batch);
  }

  interface PendingFetch extends AutoCloseable {
    Store fetch() throws Exception;

    @Override
    void close();
  }

  interface Store {
    void store() throws Exception;
  }

  Workers(String name, int count, Work work) {
    this.work = work;
    this.queue = new ArrayBlockingQueue<>(2 * count);
    try {
      for (int n = 1; n <= count; n++) {
        threads.add(Thread.ofPlatform().name(name + "-" + n).daemon().start(this::work));
      }
    } catch (OutOfMemoryError e) { // The system allows no more threads.
      close();
      throw e;
    }
  }

  /** Adds a batch; waits while the queue is full. */
  void add(Batch batch) throws Exception {
    synchronized (this) {
      added++;
    }
    while (!queue.offer(batch, POLL_MILLIS, TimeUnit.MILLISECONDS)) {
      throwFailure();
    }
    throwFailure();
  }

  void await() throws Exception {
    synchronized (this) {
      while (done < added && failure.get() == null) {
        wait(POLL_MILLIS);
      }
    }
    throwFailure();
  }

  private void throwFailure() throws Exception {
    switch (failure.get()) {
      case null -> {}
      case Exception e -> throw e;
      case Error e -> throw e;
      case Throwable t -> throw new IllegalStateException(t);
    }
  }

  private void work() {
    PendingFetch fetch = null;
    while (!closed) {
      try {
        if (fetch != null && failure.get() != null) {
          fetch.close();
          fetch = null;
        }
        fetch = fetch == null ? begin(queue.poll(POLL_MILLIS, TimeUnit.MILLISECONDS)) : end(fetch);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        failure.compareAndSet(null, e);
        return;
      } catch (Throwable e) {
        // An Error, too: else await() would never return.
        failure.compareAndSet(null, e);
        fetch = null;
      }
    }
    if (fetch != null) {
      fetch.close();
    }
  }

  private @Nullable PendingFetch begin(@Nullable Batch batch) {
    return batch == null || failure.get() != null ? null : work.begin(batch);
  }

  /** Ends a batch, and begins the next one of the queue. */
  private @Nullable PendingFetch end(PendingFetch fetch) throws Exception {
    PendingFetch next = null;
    try (fetch) {
      Store fetched = fetch.fetch();
      next = begin(queue.poll());
      fetched.store();
      synchronized (this) {
        done++;
        notifyAll();
      }
      return next;
    } catch (Exception | Error e) {
      if (next != null) {
        next.close();
      }
      throw e;
    }
  }

  @Override
  public void close() {
    closed = true;
    threads.forEach(Thread::interrupt);
    for (Thread thread : threads) {
      try {
        thread.join(TimeUnit.SECONDS.toMillis(30));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }
}
