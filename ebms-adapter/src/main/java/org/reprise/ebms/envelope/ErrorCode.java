package org.reprise.ebms.envelope;

/** The error codes of ebMS 2.0. */
public enum ErrorCode {
  /** A value that is not known. */
  VALUE_NOT_RECOGNIZED("ValueNotRecognized"),
  /** Known, but not supported here. */
  NOT_SUPPORTED("NotSupported"),
  /** Contradicts something else in the message or the agreement. */
  INCONSISTENT("Inconsistent"),
  /** Any other defect of the XML. */
  OTHER_XML("OtherXml"),
  /** The message or its answer cannot be delivered. */
  DELIVERY_FAILURE("DeliveryFailure"),
  /** The message came too late. */
  TIME_TO_LIVE_EXPIRED("TimeToLiveExpired"),
  /** Signature, encryption or transport security are not as they must be. */
  SECURITY_FAILURE("SecurityFailure"),
  /** The packaging is wrong. */
  MIME_PROBLEM("MimeProblem"),
  /** None of the others. */
  UNKNOWN("Unknown");

  private final String text;

  ErrorCode(String text) {
    this.text = text;
  }

  /** The attribute's value. */
  public String text() {
    return text;
  }
}
