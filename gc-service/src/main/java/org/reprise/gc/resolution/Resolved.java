package org.reprise.gc.resolution;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A configuration with all that contributes to it, depth-first and before what is below (OSLC
 * Configuration Management 1.1, "Component skew"). The first configuration of a component is the
 * one that counts.
 */
public final class Resolved {
  private final long root;
  private final long revision;
  private final List<Entry> entries;
  private final Map<String, Entry> byComponent = new HashMap<>();

  Resolved(long root, long revision, List<Entry> entries) {
    this.root = root;
    this.revision = revision;
    this.entries = List.copyOf(entries);
    for (Entry entry : entries) {
      if (entry.outcome() == Outcome.COUNTS) {
        byComponent.putIfAbsent(entry.component(), entry);
      }
    }
  }

  /** What becomes of a configuration in a tree. */
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
   * @param component the URI of its component
   * @param depth 0 for the root, 1 for what contributes to that
   * @param order {@code oslc_config:contributionOrder}; empty for the root
   * @param isGlobal whether it is one of this server
   * @param isBaseline whether it is one, else it is a stream; for the root false
   * @param from the id of the configuration that it contributes to; null for the root
   * @param slug the fragment of the contribution's URI; empty for the root
   */
  public record Entry(
      String uri,
      String component,
      int depth,
      String order,
      Outcome outcome,
      boolean isGlobal,
      boolean isBaseline,
      @Nullable Long from,
      String slug) {}

  public long root() {
    return root;
  }

  /** Its revision at that moment. */
  public long revision() {
    return revision;
  }

  /** Returns all configurations of the tree, the root first. */
  public List<Entry> entries() {
    return entries;
  }

  /** Returns the configuration that counts of a component; empty if the tree has none of it. */
  public Optional<Entry> of(String component) {
    return Optional.ofNullable(byComponent.get(component));
  }
}
