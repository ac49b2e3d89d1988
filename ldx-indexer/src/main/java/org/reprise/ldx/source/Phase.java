package org.reprise.ldx.source;

/** How far a data source has been read. */
public enum Phase {
  /** Nothing is read, or all is to be read again. */
  NEW,

  /** The pages of the base are being read. */
  BASE,

  /** The base is read, and the log since its cutoff is not. */
  LOG,

  /** The index is what the feed was at the sync point. */
  CURRENT
}
