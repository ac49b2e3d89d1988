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
}
