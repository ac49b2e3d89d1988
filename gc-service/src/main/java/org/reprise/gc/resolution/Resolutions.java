package org.reprise.gc.resolution;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.reprise.gc.application.LocalConfigurations;
import org.reprise.gc.configuration.Configurations;
import org.reprise.gc.configuration.Edges;
import org.reprise.gc.configuration.Graph;
import org.reprise.gc.installation.ResourceUris;
import org.reprise.gc.revision.Revisions;
import org.reprise.oslc.refusal.Refusal;
import org.springframework.stereotype.Component;
import org.springframework.util.unit.DataSize;

/** Resolves configurations as they are now. */
@Component
public final class Resolutions {
  private static final long MAX_BYTES = DataSize.ofMegabytes(16).toBytes();
  // Its objects without their characters, and its place in the index by component.
  private static final int BYTES_OF_AN_ENTRY = 250;

  private final Revisions revisions;
  private final Edges edges;
  private final Configurations configurations;
  private final LocalConfigurations locals;
  private final ResourceUris uris;
  private final RevisionCache<Long, Resolved> cache;

  Resolutions(
      Revisions revisions,
      Edges edges,
      Configurations configurations,
      LocalConfigurations locals,
      ResourceUris uris) {
    this.revisions = revisions;
    this.edges = edges;
    this.configurations = configurations;
    this.locals = locals;
    this.uris = uris;
    this.cache = new RevisionCache<>(MAX_BYTES, Resolutions::weight, Resolved::revision);
  }

  /** Estimates the bytes of a tree: most of them are those of its URIs. */
  static int weight(Resolved resolved) {
    long weight = BYTES_OF_AN_ENTRY;
    for (Resolved.Entry entry : resolved.entries()) {
      weight +=
          BYTES_OF_AN_ENTRY
              + entry.uri().length()
              + entry.component().length()
              + entry.slug().length();
    }
    return (int) Math.min(weight, Integer.MAX_VALUE);
  }

  /**
   * Resolves a configuration: one query, and none but for the revision where it is in memory.
   *
   * @throws Refusal 404 if there is no such configuration
   */
  public Resolved resolve(long id) {
    long revision = revisions.of(id).orElseThrow(() -> Graph.missing(id));
    return cache.get(id, revision, left -> Walk.of(edges.tree(id), uris));
  }

  /** Returns the URIs of the configurations of a tree that count, in its order. */
  public List<String> counting(Edges.Tree tree) {
    return Walk.of(tree, uris).entries().stream()
        .filter(entry -> entry.outcome() == Resolved.Outcome.COUNTS)
        .map(Resolved.Entry::uri)
        .toList();
  }

  /**
   * Returns the titles of a tree's configurations and of its components, as far as their
   * applications give them, by URI. They are read each time: a title may change without a new
   * revision of the tree.
   */
  public Map<String, String> titles(Resolved resolved) {
    List<String> all =
        resolved.entries().stream()
            .flatMap(entry -> Stream.of(entry.uri(), entry.component()))
            .distinct()
            .toList();
    Map<String, String> titles = configurations.titles(all);
    locals
        .known(all)
        .forEach((uri, one) -> {
          titles.put(uri, one.title());
          if (one.componentTitle() != null) {
            titles.putIfAbsent(one.component(), one.componentTitle());
          }
        });
    return titles;
  }
}
