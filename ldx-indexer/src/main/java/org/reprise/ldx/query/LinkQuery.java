package org.reprise.ldx.query;

import java.util.Set;
import org.reprise.ldx.configuration.KnownConfiguration;

/**
 * A query for links.
 *
 * @param predicates of stored links; empty for all
 * @param isOutgoingToo links from the resources, besides those to them
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

  /** The versions whose links count. Those of unversioned resources do in any case. */
  sealed interface Versions {
    record AllVersions() implements Versions {}

    record NoVersions() implements Versions {}

    /** Those of the versions that a configuration selects, or the local ones of a global one. */
    record Selected(KnownConfiguration by) implements Versions {}
  }
}
