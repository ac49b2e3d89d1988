package org.reprise.gc.commit;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.reprise.gc.configuration.Contribution;
import org.reprise.gc.configuration.Edges;
import org.reprise.gc.configuration.Target;

/**
 * The streams of a tree of which a baseline needs baselines.
 *
 * @param tree of the stream
 * @param globals ids of those of this server, each after all that contribute to it; the last one is
 *     the stream itself
 * @param locals those of applications, by the number of their row
 */
record Plan(Edges.Tree tree, List<Long> globals, Map<Long, Target> locals) {
  Plan {
    globals = List.copyOf(globals);
    // In the tree's order.
    locals = Collections.unmodifiableMap(new LinkedHashMap<>(locals));
  }

  private record Step(long id, Iterator<Target> streams) {}

  static Plan of(Edges.Tree below) {
    Map<Long, List<Target>> streams = new HashMap<>();
    for (Edges.Edge edge : below.edges()) {
      Contribution one = edge.contribution();
      if (!one.target().isBaseline()) {
        streams.computeIfAbsent(edge.from(), from -> new ArrayList<>()).add(one.target());
      }
    }
    List<Long> globals = new ArrayList<>();
    Map<Long, Target> locals = new LinkedHashMap<>();
    Set<Long> seen = new HashSet<>(Set.of(below.root()));
    Deque<Step> path = new ArrayDeque<>();
    path.push(step(below.root(), streams));
    while (!path.isEmpty()) {
      Step step = path.peek();
      if (!step.streams().hasNext()) {
        globals.add(path.pop().id());
        continue;
      }
      Target stream = step.streams().next();
      if (stream.local() != null) {
        locals.put(stream.local(), stream);
      } else if (stream.global() != null && seen.add(stream.global())) {
        path.push(step(stream.global(), streams));
      }
    }
    return new Plan(below, globals, locals);
  }

  private static Step step(long id, Map<Long, List<Target>> streams) {
    return new Step(id, streams.getOrDefault(id, List.of()).iterator());
  }
}
