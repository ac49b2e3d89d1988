package org.reprise.ldx.source;

/** Another process has the lease, or the data source was removed: nothing was written. */
public final class LeaseLost extends RuntimeException {
  private static final long serialVersionUID = 1;

  LeaseLost(SourceLease lease) {
    super(
        "lease of data source %d lost: another process has it, or it was removed"
            .formatted(lease.source()));
  }
}
