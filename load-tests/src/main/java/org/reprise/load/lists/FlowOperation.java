package org.reprise.load.lists;

/** What is timed. */
enum FlowOperation {
  /** From the POST that starts a refresh until the list shows it no more. */
  REFRESH("refresh"),
  /** Twelve requests of a desk. */
  CHECK_IN("check-in"),
  /** Twenty requests of a desk. */
  CHECK_OUT("check-out"),
  /** An import job from its start to its end, as the service writes them down. */
  IMPORT("data-import"),
  /** The one request of a check-out that lends the item. */
  CHECK_OUT_ACTION("check-out-action");

  private final String id;

  FlowOperation(String id) {
    this.id = id;
  }

  /** As in the baseline. */
  String id() {
    return id;
  }
}
