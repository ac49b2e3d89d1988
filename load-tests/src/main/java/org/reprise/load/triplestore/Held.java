package org.reprise.load.triplestore;

import java.util.Set;
import org.reprise.load.clm.Link;
import org.reprise.load.measure.Check;

/**
 * What a store or an index holds of some artifacts.
 *
 * @param artifacts URIs of those that it holds
 * @param links of theirs
 */
public record Held(Set<String> artifacts, Set<Link> links) {
  /**
   * Whether an index holds what this plain store holds, and both what was created.
   *
   * @param name of the plain store, a part of the check's
   * @param index of all artifacts that the plain store holds or should hold
   * @param created links that both must hold
   */
  public Check same(String name, Held index, Set<Link> created) {
    var missing =
        created.stream().filter(it -> !links.contains(it) || !index.links.contains(it)).count();
    return new Check(
        "same-as-plain-store." + name,
        equals(index) && missing == 0,
        "Jena TDB2 holds %,d resources with %,d links, the index %,d of them with %,d; of %,d links that were created %,d are not in both"
            .formatted(
                artifacts.size(),
                links.size(),
                index.artifacts.size(),
                index.links.size(),
                created.size(),
                missing));
  }
}
