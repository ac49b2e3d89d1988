package org.reprise.ldx.query;

import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which links somebody asks for.
 *
 * @param resources at whose ends the links are
 * @param predicates of stored links; empty for all
 * @param isOutgoingToo links from the resources, besides those to them
 * @param versions which versions' links count
 * @param titles of the resources at both ends
 */
record LinkQuery(
    Set<String> resources,
    Set<String> predicates,
    boolean isOutgoingToo,
    Versions versions,
    boolean titles) {
  LinkQuery {
    resources = Set.copyOf(resources);
    predicates = Set.copyOf(predicates);
  }

  /**
   * Which versions' links count. Those of unversioned resources do in any case.
   *
   * @param kind how they are chosen
   * @param configuration that selects them; null where none does
   */
  record Versions(Kind kind, @Nullable Integer configuration) {
    enum Kind {
      ALL,
      NONE,
      SELECTED
    }

    static final Versions ALL = new Versions(Kind.ALL, null);

    static final Versions NONE = new Versions(Kind.NONE, null);

    static Versions selectedBy(int configuration) {
      return new Versions(Kind.SELECTED, configuration);
    }

    Versions {
      Objects.requireNonNull(kind);
    }
  }
}
