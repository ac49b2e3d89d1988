package org.reprise.cps.schema;

/** How a leaf's value looks in JSON (RFC 7951, section 6). */
public enum JsonKind {
  /** Text, also 64-bit numbers and decimals. */
  STRING("a string"),
  /** Whole numbers of up to 32 bits. */
  NUMBER("a number"),
  BOOLEAN("true or false"),
  /** {@code [null]}: the type that has no value. */
  EMPTY("[null]");

  private final String words;

  JsonKind(String words) {
    this.words = words;
  }

  @Override
  public String toString() {
    return words;
  }
}
