package org.reprise.ldx.source;

/** Another process reads the data source now, or it was removed: nothing was written. */
public final class LeaseLost extends RuntimeException {
  private static final long serialVersionUID = 1;

  LeaseLost(SourceLease lease) {
    super("the data source %d is another process's now, or gone".formatted(lease.source()));
  }
}
