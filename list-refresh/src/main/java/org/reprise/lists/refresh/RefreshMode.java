package org.reprise.lists.refresh;

/** How a list is filled; both ways give the same contents. */
public enum RefreshMode {
  /**
   * As mod-lists and mod-fqm-manager 1.0.0 do it: the query's results are staged in batches of 100,
   * looked for every ten seconds, paged by offset and saved by an object-relational mapper. The
   * report measured this, so the report's columns are compared with it.
   */
  COMPAT,
  /** The ids are piped from the reader into segments of 1,000 on the writer. */
  FAST
}
