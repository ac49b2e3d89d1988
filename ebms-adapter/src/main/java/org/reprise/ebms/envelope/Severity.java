package org.reprise.ebms.envelope;

/** How bad an error in a message, or a finding in an agreement, is. */
public enum Severity {
  /** The conversation goes on; the agreement can be used, but something in it will not work. */
  WARNING("Warning"),
  /** The message was not processed; the agreement cannot be used. */
  ERROR("Error");

  private final String text;

  Severity(String text) {
    this.text = text;
  }

  public String text() {
    return text;
  }
}
