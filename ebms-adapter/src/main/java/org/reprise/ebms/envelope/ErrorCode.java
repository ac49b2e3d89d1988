package org.reprise.ebms.envelope;

/** The error codes of ebMS 2.0. */
public enum ErrorCode {
  VALUE_NOT_RECOGNIZED("ValueNotRecognized"),
  NOT_SUPPORTED("NotSupported"),
  INCONSISTENT("Inconsistent"),
  OTHER_XML("OtherXml"),
  DELIVERY_FAILURE("DeliveryFailure"),
  TIME_TO_LIVE_EXPIRED("TimeToLiveExpired"),
  SECURITY_FAILURE("SecurityFailure"),
  MIME_PROBLEM("MimeProblem"),
  UNKNOWN("Unknown");

  private final String text;

  ErrorCode(String text) {
    this.text = text;
  }

  public String text() {
    return text;
  }

  /**
   * Returns the refusal of a message whose content is wrong: a fault of the client with status 500,
   * as SOAP 1.1 has it.
   *
   * @param location where in the message: an XPath, or {@code cid:} of a part
   * @param description what is wrong, in English
   */
  public RefusedMessage refusal(String location, String description) {
    return refusal(RefusedMessage.CONTENT_IS_WRONG, location, description);
  }

  /** Returns the refusal of a message that is wrong, with another status than 500. */
  public RefusedMessage refusal(int status, String location, String description) {
    return new RefusedMessage(status, FaultCode.CLIENT, EbmsError.of(this, location, description));
  }
}
