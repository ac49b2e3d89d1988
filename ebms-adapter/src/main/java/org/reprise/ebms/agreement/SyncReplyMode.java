package org.reprise.ebms.agreement;

/** What a sender expects in the HTTP response (CPPA 2.0, attribute syncReplyMode). */
public enum SyncReplyMode {
  /** Nothing: answers are messages of their own. */
  NONE("none"),
  /** Signals of the message handler. */
  MSH_SIGNALS_ONLY("mshSignalsOnly"),
  /** Business signals and those of the message handler. */
  SIGNALS_ONLY("signalsOnly"),
  RESPONSE_ONLY("responseOnly"),
  SIGNALS_AND_RESPONSE("signalsAndResponse");

  private final String text;

  SyncReplyMode(String text) {
    this.text = text;
  }

  /** Whether acknowledgments and errors of the message handler come in the HTTP response. */
  public boolean isForSignals() {
    return this == MSH_SIGNALS_ONLY || this == SIGNALS_ONLY || this == SIGNALS_AND_RESPONSE;
  }

  public String text() {
    return text;
  }
}
