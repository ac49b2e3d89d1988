package org.reprise.lists.dataimport;

/**
 * What is known of a chunk.
 *
 * @param hrid the number of its job
 * @param state of the constants here
 */
record ChunkState(Chunk chunk, long hrid, String state) {
  static final String PENDING = "PENDING";
  static final String DONE = "DONE";
  static final String FAILED = "FAILED";

  boolean isPending() {
    return state.equals(PENDING);
  }
}
