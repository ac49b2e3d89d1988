package org.reprise.gc.commit;

/** Another process works on an activity, or it has ended. */
final class LeaseLost extends RuntimeException {
  private static final long serialVersionUID = 1;

  LeaseLost() {
    super("another process works on it", null, false, false);
  }
}
