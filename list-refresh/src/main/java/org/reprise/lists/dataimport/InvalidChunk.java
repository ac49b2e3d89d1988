package org.reprise.lists.dataimport;

/** A message that cannot be imported, however often it is tried. */
final class InvalidChunk extends RuntimeException {
  InvalidChunk(String reason) {
    super(reason);
  }
}
