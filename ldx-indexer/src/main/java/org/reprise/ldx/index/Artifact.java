package org.reprise.ldx.index;

import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is stored of a resource.
 *
 * @param uri as the feed lists it: of the resource, or of one version of it
 * @param concept the resource; of an unversioned one the same URI
 * @param component of a version (OSLC Configuration Management 1.1); null where it names none
 * @param title null where it has none
 * @param links what it points at
 */
public record Artifact(
    String uri,
    String concept,
    @Nullable String component,
    @Nullable String title,
    Set<Link> links) {
  /** Copies. */
  public Artifact {
    Objects.requireNonNull(uri);
    Objects.requireNonNull(concept);
    links = Set.copyOf(links);
  }

  /**
   * A statement of an artifact about another resource.
   *
   * @param predicate a type that is indexed
   * @param target URI
   */
  public record Link(String predicate, String target) {
    /** Checks that there are both. */
    public Link {
      Objects.requireNonNull(predicate);
      Objects.requireNonNull(target);
    }
  }
}
