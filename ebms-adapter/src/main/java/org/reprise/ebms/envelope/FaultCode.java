package org.reprise.ebms.envelope;

/** Whose mistake a SOAP 1.1 fault is (SOAP 1.1, section 4.4.1). */
public enum FaultCode {
  VERSION_MISMATCH("VersionMismatch"),
  /** A mandatory header block is not known here. */
  MUST_UNDERSTAND("MustUnderstand"),
  /** The message was wrong: sent again unchanged it fails again. */
  CLIENT("Client"),
  /** The message may be good: sent again later it may succeed. */
  SERVER("Server");

  private final String text;

  FaultCode(String text) {
    this.text = text;
  }

  /** The local part of the qualified name. */
  public String text() {
    return text;
  }
}
