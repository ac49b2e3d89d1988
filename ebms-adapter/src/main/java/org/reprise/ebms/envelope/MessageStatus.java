package org.reprise.ebms.envelope;

/** What a StatusResponse tells about a message. */
public enum MessageStatus {
  /** The asker may not know. */
  UNAUTHORIZED("UnAuthorized"),
  /** No such message is known. */
  NOT_RECOGNIZED("NotRecognized"),
  /** It was received. */
  RECEIVED("Received"),
  /** It was received and the application has it. */
  PROCESSED("Processed"),
  /** It was sent on to another message handler. */
  FORWARDED("Forwarded");

  private final String text;

  MessageStatus(String text) {
    this.text = text;
  }

  /** The attribute's value. */
  public String text() {
    return text;
  }
}
