package org.reprise.lists.marc;

/**
 * What stands between two record terminators of a file.
 *
 * <p>Numbers count from 1 and count what is broken too, so that a record has one number whatever
 * becomes of its neighbours.
 */
public sealed interface Frame {
  /** The how manieth of its file, from 1. */
  int number();

  /** Where it begins in its file, in bytes. */
  long offset();

  /**
   * A record as long as its leader says.
   *
   * @param number the how manieth, from 1
   * @param offset where it begins
   * @param content with the terminator; not copied, nobody changes it
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Whole(int number, long offset, byte[] content) implements Frame {}

  /**
   * Bytes that are no record.
   *
   * @param number the how manieth, from 1
   * @param offset where it begins
   * @param reason what is wrong, for people
   */
  record Broken(int number, long offset, String reason) implements Frame {}
}
