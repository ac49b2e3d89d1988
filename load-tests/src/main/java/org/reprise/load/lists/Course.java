package org.reprise.load.lists;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Decides for each user of a load whether to go on. Safe for any number of threads. */
final class Course {
  private final ListsLoad load;
  private final boolean repeatsRefreshes;
  private final AtomicInteger refreshing;
  private final AtomicInteger importing;
  private final AtomicLong start = new AtomicLong();

  Course(ListsLoad load) {
    this.load = load;
    var lists = load.lists();
    this.repeatsRefreshes = lists != null && lists.repeated();
    this.refreshing = new AtomicInteger(lists == null ? 0 : lists.ids().size());
    this.importing = new AtomicInteger(load.imports() == null ? 0 : 1);
  }

  void begin(long now) {
    start.compareAndSet(0, now);
  }

  boolean desksGoOn(long now) {
    return refreshing.get() > 0 || importing.get() > 0 || isWithinLeastTime(now);
  }

  /** Returns whether a list that was refreshed so often is refreshed once more. */
  boolean refreshAgain(int refreshes, long now) {
    return refreshes == 0
        || (repeatsRefreshes
            && (load.imports() == null ? isWithinLeastTime(now) : importing.get() > 0));
  }

  boolean importAgain(int jobs, long now) {
    return jobs == 0
        || (!repeatsRefreshes
            && (load.lists() == null ? isWithinLeastTime(now) : refreshing.get() > 0));
  }

  private boolean isWithinLeastTime(long now) {
    return now - start.get() < load.least().toNanos();
  }

  void refreshed() {
    refreshing.decrementAndGet();
  }

  void imported() {
    importing.decrementAndGet();
  }
}
