package org.reprise.gc.resolution;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.reprise.gc.configuration.Edges;
import org.reprise.gc.configuration.Target;
import org.reprise.gc.installation.ResourceUris;
import org.reprise.gc.resolution.Resolved.Entry;
import org.reprise.gc.resolution.Resolved.Outcome;

/**
 * Walks a tree depth-first, each configuration before those below it, siblings by their order. What
 * the tree holds twice is walked once: all below it has been met before, and no later entry changes
 * its outcome. So the work grows with the contributions, not with the paths.
 */
final class Walk {
  private final Map<Long, List<Edges.Edge>> edges;
  private final List<Entry> entries = new ArrayList<>();
  private final Set<String> seen = new HashSet<>();
  private final Set<String> components = new HashSet<>();
  private final Set<String> counting = new HashSet<>();
  private final Set<String> overridden = new HashSet<>();
  // An explicit stack: trees are as deep as people make them.
  private final Deque<Iterator<Edges.Edge>> path = new ArrayDeque<>();

  private Walk(Edges.Tree below, ResourceUris uris) {
    this.edges = below.byConfiguration();
    String root = uris.configuration(below.root());
    String component = uris.component(below.component());
    seen.add(root);
    components.add(component);
    entries.add(new Entry(root, seen.size(), component, 0, Outcome.COUNTS, true, false, ""));
    descend(below.root());
  }

  static Resolved of(Edges.Tree below, ResourceUris uris) {
    Walk walk = new Walk(below, uris);
    walk.run();
    return new Resolved(below.root(), below.revision(), walk.entries);
  }

  private void descend(long configuration) {
    path.push(edges.getOrDefault(configuration, List.of()).iterator());
  }

  private void run() {
    while (!path.isEmpty()) {
      if (path.peek().hasNext()) {
        take(path.peek().next());
      } else {
        path.pop();
      }
    }
  }

  private void take(Edges.Edge edge) {
    Target target = edge.contribution().target();
    Outcome outcome = outcome(target);
    entries.add(
        new Entry(
            target.uri(),
            seen.size(),
            target.component(),
            path.size(),
            outcome,
            target.isGlobal(),
            target.isBaseline(),
            edge.contribution().slug()));
    if (edge.overrides() != null && counting.contains(target.uri())) {
      overridden.add(edge.overrides());
    }
    if (target.global() != null && (outcome == Outcome.COUNTS || outcome == Outcome.SKEW)) {
      descend(target.global());
    }
  }

  private Outcome outcome(Target target) {
    // A later override does not change the outcome of an earlier entry.
    if (!seen.add(target.uri())) {
      return Outcome.REPEATED;
    }
    if (overridden.contains(target.uri())) {
      return Outcome.OVERRIDDEN;
    }
    if (!components.add(target.component())) {
      return Outcome.SKEW;
    }
    counting.add(target.uri());
    return Outcome.COUNTS;
  }
}
