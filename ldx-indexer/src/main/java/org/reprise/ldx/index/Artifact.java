package org.reprise.ldx.index;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The stored properties and links of a resource.
 *
 * @param uri as the feed lists it: of the resource, or of one version of it
 * @param concept the resource; of an unversioned one the same URI
 * @param component of a version (OSLC Configuration Management 1.1); null where it names none
 */
public record Artifact(
    String uri,
    String concept,
    @Nullable String component,
    @Nullable String title,
    Set<Link> links) {
  private static final long OVERHEAD = 100;

  public Artifact {
    links = Set.copyOf(links);
  }

  /** Returns about how many bytes it takes: most are those of its links. */
  public long bytes() {
    return OVERHEAD + links.stream().mapToLong(link -> OVERHEAD + link.target().length()).sum();
  }

  /** A statement of an artifact about another resource, by a type that is indexed. */
  public record Link(String predicate, String target) {}
}
