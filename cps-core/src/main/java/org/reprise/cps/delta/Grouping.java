package org.reprise.cps.delta;

/** How a delta report shows nodes that are only on one side. */
public enum Grouping {
  /** Each in a separate entry, without descendants. */
  EACH,
  /**
   * The topmost ones with all their descendants, siblings together in one entry: its xpath is that
   * of their parent. Each top-level node has a separate entry, under its own xpath.
   */
  TOPMOST
}
