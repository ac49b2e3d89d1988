package org.reprise.lists.dataimport;

/** A message that will be no better next time. */
final class InvalidChunk extends RuntimeException {
  private static final long serialVersionUID = 1;

  InvalidChunk(String reason) {
    super(reason);
  }
}
