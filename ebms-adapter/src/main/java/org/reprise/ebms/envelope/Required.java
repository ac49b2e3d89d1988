package org.reprise.ebms.envelope;

final class Required {
  private Required() {}

  static void text(String value, String name) {
    if (value.isEmpty()) {
      throw new IllegalArgumentException(name + " must not be empty");
    }
  }
}
