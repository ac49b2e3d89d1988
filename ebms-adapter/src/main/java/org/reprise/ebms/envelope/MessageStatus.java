package org.reprise.ebms.envelope;

/** The status of a message in a StatusResponse. */
public enum MessageStatus {
  /** The party that asks may not know it. */
  UNAUTHORIZED("UnAuthorized"),
  NOT_RECOGNIZED("NotRecognized"),
  RECEIVED("Received"),
  /** It was received and the application has it. */
  PROCESSED("Processed"),
  /** It was sent on to another message handler. */
  FORWARDED("Forwarded");

  private final String text;

  MessageStatus(String text) {
    this.text = text;
  }

  public String text() {
    return text;
  }
}
