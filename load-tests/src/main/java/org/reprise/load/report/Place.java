package org.reprise.load.report;

/** Where a figure stands in a table of workflows: which half, and alone or in parallel. */
enum Place {
  /** Without the split, alone. */
  SEPARATE_OFF(false, false),

  /** Without the split, in parallel. */
  PARALLEL_OFF(false, true),

  /** With the split, alone. */
  SEPARATE_ON(true, false),

  /** With the split, in parallel. */
  PARALLEL_ON(true, true);

  private final boolean split;
  private final boolean parallel;

  Place(boolean split, boolean parallel) {
    this.split = split;
    this.parallel = parallel;
  }

  boolean split() {
    return split;
  }

  boolean parallel() {
    return parallel;
  }
}
