package org.reprise.load.lists;

/** What is timed, as the baseline calls it. */
final class FlowOperation {
  /** From the POST that starts a refresh until the list shows it no more. */
  static final String REFRESH = "refresh";

  /** Twelve requests of a desk. */
  static final String CHECK_IN = "check-in";

  /** Twenty requests of a desk. */
  static final String CHECK_OUT = "check-out";

  /** An import job from its start to its end, as the service writes them down. */
  static final String IMPORT = "data-import";

  /** The one request of a check-out that lends the item; not among the report's figures. */
  static final String CHECK_OUT_ACTION = "check-out-action";

  private FlowOperation() {}
}
