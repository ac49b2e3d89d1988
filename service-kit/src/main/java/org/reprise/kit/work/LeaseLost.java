package org.reprise.kit.work;

/** Another process has the lease, or its row has ended: nothing was written. */
public final class LeaseLost extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Creates the exception for a row, as "data source 7", without a stack: it is no fault. */
  public LeaseLost(String row) {
    super("lease of %s lost to another process, or it ended".formatted(row), null, false, false);
  }
}
