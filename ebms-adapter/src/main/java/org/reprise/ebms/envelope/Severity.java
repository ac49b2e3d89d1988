package org.reprise.ebms.envelope;

/** How bad an error is. */
public enum Severity {
  /** Other messages of the conversation go on. */
  WARNING("Warning"),
  /** The message was not processed. */
  ERROR("Error");

  private final String text;

  Severity(String text) {
    this.text = text;
  }

  public String text() {
    return text;
  }
}
