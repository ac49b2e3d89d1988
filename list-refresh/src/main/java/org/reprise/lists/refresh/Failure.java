package org.reprise.lists.refresh;

/** A refresh cannot succeed, however often it is tried. */
final class Failure extends Exception {
  private final String code;

  Failure(String code, String message) {
    super(message);
    this.code = code;
  }

  String code() {
    return code;
  }

  static Failure tooLarge(int max) {
    return new Failure(
        "max.list.size.exceeded", "The list would have more than %,d records".formatted(max));
  }
}
