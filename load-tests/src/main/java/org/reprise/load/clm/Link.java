package org.reprise.load.ldx;

/**
 * A link that an application has acknowledged.
 *
 * @param source URI of the artifact that holds it
 * @param predicate URI of its property
 * @param target URI of what it points to
 */
record Link(String source, String predicate, String target) {
  /** What acknowledged links are called among what a load recorded. */
  static final String KIND = "link";

  /** As it is recorded. */
  String text() {
    return source + " " + predicate + " " + target;
  }

  /** Reads what {@link #text} wrote; URIs have no spaces. */
  static Link of(String text) {
    var parts = text.split(" ", 3);
    return new Link(parts[0], parts[1], parts[2]);
  }
}
