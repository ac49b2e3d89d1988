package org.reprise.gc.resolution;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A configuration with its contributions, depth-first, each before those below it (OSLC
 * Configuration Management 1.1, "Component skew"). The first configuration of a component is the
 * one that counts.
 *
 * @param revision of the root at that moment
 * @param entries all configurations of the tree, the root first
 * @param byComponent those that count, by the URIs of their components
 */
public record Resolved(
    long root, long revision, List<Entry> entries, Map<String, Entry> byComponent) {
  Resolved(long root, long revision, List<Entry> entries) {
    this(
        root,
        revision,
        List.copyOf(entries),
        entries.stream()
            .filter(entry -> entry.outcome() == Outcome.COUNTS)
            .collect(
                Collectors.toUnmodifiableMap(
                    Entry::component, Function.identity(), (first, later) -> first)));
  }

  /** The outcome for a configuration in a tree. */
  public enum Outcome {
    /** It is the one of its component. */
    COUNTS,
    /** Another configuration of its component comes before it. */
    SKEW,
    /** Another one takes its place; what is below it is left out. */
    OVERRIDDEN,
    /** It is in the tree before, and so is what is below it, which is left out here. */
    REPEATED
  }

  /**
   * A configuration in a tree.
   *
   * @param position its number among those that are not repeated, 1 for the root
   * @param component the URI of its component
   * @param depth 0 for the root, 1 for what contributes to that
   * @param isGlobal whether it is one of this server
   * @param isBaseline whether it is one, else it is a stream; for the root false
   * @param slug the fragment of the contribution's URI; empty for the root
   */
  public record Entry(
      String uri,
      int position,
      String component,
      int depth,
      Outcome outcome,
      boolean isGlobal,
      boolean isBaseline,
      String slug) {}

  /** Returns the configuration that counts of a component; empty if the tree has none of it. */
  public Optional<Entry> of(String component) {
    return Optional.ofNullable(byComponent.get(component));
  }
}
