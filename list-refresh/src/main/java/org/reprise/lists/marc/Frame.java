package org.reprise.lists.marc;

/**
 * What stands between two record terminators of a file.
 *
 * <p>Numbers count from 1 and count what is broken too, so that a record keeps its number when a
 * record before it is broken.
 */
public sealed interface Frame {
  /** Its position in the file, from 1. */
  int number();

  /** Its first byte in the file, from 0. */
  long offset();

  /** A record as long as its leader says, with the terminator; not copied, and never changed. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Whole(int number, long offset, byte[] content) implements Frame {}

  /** Bytes that are no record. */
  record Broken(int number, long offset, String reason) implements Frame {}
}
