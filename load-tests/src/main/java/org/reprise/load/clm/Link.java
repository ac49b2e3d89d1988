package org.reprise.load.clm;

/** A link that an application has acknowledged, from an artifact to another one, as URIs. */
public record Link(String source, String predicate, String target) {
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
