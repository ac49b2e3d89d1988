package org.reprise.lists.search;

/**
 * How exactly the number of rows is answered that a search finds in all, by the names that FOLIO's
 * storage modules have for it (raml-module-builder, parameter {@code totalRecords}).
 */
enum TotalMode {
  /** Exact where counting is cheap, estimated by the planner beyond. */
  AUTO,

  /** The same as {@link #AUTO}. */
  ESTIMATED,

  /** Exact, however many rows have to be read. */
  EXACT,

  /** No number is answered. */
  NONE
}
