package org.reprise.ldx.ownership;

import java.net.URI;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A predicate whose statements are links. The server that stores such a link owns it; other servers
 * show it from the other end, by its inverse.
 *
 * @param label for people, such as "implements requirement"
 * @param inverse the predicate of the same link, shown at its target; null where no vocabulary
 *     names one
 */
public record LinkType(
    String predicate, String label, @Nullable String inverse, @Nullable String inverseLabel) {
  /** Checks that predicates are absolute URIs, and that there is a label. */
  public LinkType {
    requireAbsolute(predicate);
    if (inverse != null) {
      requireAbsolute(inverse);
    }
    if (Objects.requireNonNull(label, "label of " + predicate).isBlank()) {
      throw new IllegalArgumentException("%s has no label".formatted(predicate));
    }
  }

  private static void requireAbsolute(String uri) {
    if (!URI.create(uri).isAbsolute()) {
      throw new IllegalArgumentException("'%s' is no absolute URI".formatted(uri));
    }
  }
}
