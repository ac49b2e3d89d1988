package org.reprise.ldx.source;

/** What a poll does. */
public enum PollKind {
  /** Reads the base, then the log since its cutoff. */
  INITIAL,

  /** Reads the log since the sync point. */
  INCREMENTAL
}
