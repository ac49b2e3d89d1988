package org.reprise.lists.search;

/** A text is no query, or asks for what a resource does not have. */
final class InvalidCql extends RuntimeException {
  private final int position;

  InvalidCql(int position, String reason) {
    super("%s (at character %d)".formatted(reason, position));
    this.position = position;
  }

  /** Where it is wrong, from 1. */
  int position() {
    return position;
  }
}
