package org.reprise.trs.artifact;

import java.util.Objects;

/**
 * A link that an artifact stores.
 *
 * @param predicate URI of the link's kind
 * @param target URI of what it points at
 */
public record Link(String predicate, String target) {
  public Link {
    Objects.requireNonNull(predicate);
    Objects.requireNonNull(target);
  }
}
