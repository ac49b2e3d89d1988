package org.reprise.load.clm;

/**
 * A link that an application has acknowledged.
 *
 * @param source URI of the artifact that holds it
 * @param predicate URI of its property
 * @param target URI of what it points to
 */
public record Link(String source, String predicate, String target) {
  /** What acknowledged links are called among what a load recorded. */
  public static final String KIND = "link";

  public String text() {
    return source + " " + predicate + " " + target;
  }

  /** Reads what {@link #text} wrote; URIs have no spaces. */
  public static Link of(String text) {
    var parts = text.split(" ", 3);
    return new Link(parts[0], parts[1], parts[2]);
  }
}
