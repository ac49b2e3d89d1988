package org.reprise.lists.fqm;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The space that the results of all queries may take in the database, counted in results. What
 * other processes use comes from {@link #learn}; what this one has added since is counted here.
 */
final class ResultSpace {
  /** What a query itself takes, as many results. */
  static final int OF_A_QUERY = 100;

  /** Bytes of a query's text that take as much as one result. */
  static final int BYTES_OF_A_RESULT = 100;

  private final long most;
  private final AtomicLong known = new AtomicLong();
  private final AtomicLong added = new AtomicLong();

  ResultSpace(long most) {
    this.most = most;
  }

  void add(int results) {
    added.addAndGet(results);
  }

  boolean isFull() {
    return known.get() + added.get() >= most;
  }

  /** Whether old results are to be removed before their retention ends. */
  boolean isScarce() {
    return known.get() + added.get() > comfortable();
  }

  /** Results up to which nothing is removed early: three quarters of the space. */
  long comfortable() {
    return most / 4 * 3;
  }

  /**
   * Takes over the total of the database.
   *
   * @param addedBefore {@link #added} before the database was asked; the total includes it
   */
  void learn(long addedBefore, long total) {
    known.set(total);
    added.addAndGet(-addedBefore);
  }

  /** What this process has added since the database was asked. */
  long added() {
    return added.get();
  }
}
