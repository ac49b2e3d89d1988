package org.reprise.lists.split;

/** What can be split from the writer. */
public enum Feature {
  /** Queries over the inventory: the only one that the report split. */
  FQM,
  LISTS,
  CIRCULATION
}
