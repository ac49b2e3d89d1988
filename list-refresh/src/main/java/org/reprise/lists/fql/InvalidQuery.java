package org.reprise.lists.fql;

/** A text is no query of the entity type that it was read for. */
public final class InvalidQuery extends RuntimeException {
  private final String path;
  private final String reason;

  InvalidQuery(String path, String reason) {
    super(path.isEmpty() ? reason : path + ": " + reason);
    this.path = path;
    this.reason = reason;
  }

  /** Where it is wrong, such as {@code $and[1].item_status.$eq}; empty for the whole text. */
  public String path() {
    return path;
  }

  public String reason() {
    return reason;
  }
}
