package org.reprise.ldx.index;

/**
 * The advisory locks of the index, in PostgreSQL's space of two numbers. They are held to the end
 * of a transaction.
 */
public final class IndexLocks {
  /** The first number, of all locks of this service. */
  public static final int CLASS = 0x4c4458;

  /**
   * The second number of the lock that every transaction shares which stores URIs, and that
   * removing unused URIs takes alone.
   */
  public static final int URIS = 0;

  private IndexLocks() {}
}
