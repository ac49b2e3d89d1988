package org.reprise.cps.delta;

/** How a delta report shows nodes that are only on one side. */
public enum Grouping {
  /** Each in an entry of its own, without descendants. */
  EACH,
  /**
   * The topmost ones with all their descendants, siblings together in one entry: its xpath is that
   * of their parent. Top-level nodes are entries of their own, under their own xpaths.
   */
  TOPMOST
}
