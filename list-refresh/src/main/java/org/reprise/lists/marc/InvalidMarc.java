package org.reprise.lists.marc;

/** Bytes are no record in MARC 21, or lack what every record has. */
public final class InvalidMarc extends RuntimeException {
  private final int offset;

  InvalidMarc(int offset, String reason) {
    super(reason);
    this.offset = offset;
  }

  InvalidMarc(int offset, String reason, Throwable cause) {
    super(reason, cause);
    this.offset = offset;
  }

  /** Where in the record it is wrong, in bytes from its start. */
  public int offset() {
    return offset;
  }

  public String reason() {
    return String.valueOf(getMessage());
  }
}
