package org.reprise.ebms.agreement;

/** Whether something is asked for with each message (CPPA 2.0, perMessageCharacteristics). */
public enum PerMessage {
  ALWAYS("always"),
  NEVER("never"),
  PER_MESSAGE("perMessage");

  private final String text;

  PerMessage(String text) {
    this.text = text;
  }

  public String text() {
    return text;
  }
}
