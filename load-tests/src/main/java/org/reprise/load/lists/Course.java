package org.reprise.load.lists;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Decides for each user of a load whether to go on. Safe for any number of threads. */
final class Course {
  private final FlowLoad load;
  private final AtomicInteger refreshing;
  private final AtomicInteger importing;
  private final AtomicLong start = new AtomicLong();

  Course(FlowLoad load) {
    this.load = load;
    var lists = load.lists();
    this.refreshing = new AtomicInteger(lists == null ? 0 : lists.ids().size());
    this.importing = new AtomicInteger(load.imports() == null ? 0 : 1);
  }

  /** The first user has come. */
  void begin(long now) {
    start.compareAndSet(0, now);
  }

  /** Desks work as long as any other flow, and their own time at least. */
  boolean desksGoOn(long now) {
    return refreshing.get() > 0 || importing.get() > 0 || isDeskTime(now);
  }

  /** Whether a user of a list refreshes it once more after so many refreshes. */
  boolean refreshAgain(int refreshes, long now) {
    var lists = load.lists();
    return lists != null && (refreshes == 0 || (lists.repeated() && companyWorks(now)));
  }

  // Where nothing is imported, desks in their own time are the company.
  private boolean companyWorks(long now) {
    return load.imports() == null ? isDeskTime(now) : importing.get() > 0;
  }

  private boolean isDeskTime(long now) {
    return now - start.get() < load.leastDeskTime().toNanos();
  }

  /** Whether a job follows after so many. */
  boolean importAgain(int jobs, long now) {
    var imports = load.imports();
    return imports != null && (jobs < imports.count() || (imports.repeated() && othersWork(now)));
  }

  // Where no list is refreshed, desks in their own time are the others.
  private boolean othersWork(long now) {
    return load.lists() == null ? isDeskTime(now) : refreshing.get() > 0;
  }

  void refreshed() {
    refreshing.decrementAndGet();
  }

  /** The last import is over. */
  void imported() {
    importing.decrementAndGet();
  }

  boolean over(long now) {
    return start.get() != 0 && !desksGoOn(now);
  }
}
