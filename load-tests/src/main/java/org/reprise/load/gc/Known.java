package org.reprise.load.gc;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * What the generator knows of a configuration that it has created or changed: recorded with each
 * answer, so that the last one counts.
 *
 * @param previous URI of what it was made of: of a stream the baseline, of a baseline the stream
 * @param etag of a baseline's document when it was created; empty for a stream
 * @param targets URIs of what is contributed, in their order
 */
record Known(Kind kind, String uri, String previous, String etag, List<String> targets) {
  /** What they are called among what a load recorded. */
  static final String ACKNOWLEDGED = "configuration";

  private static final String NONE = "-";

  /** What a configuration is. */
  enum Kind {
    /** A stream whose contributions are replaced by baselines. */
    STAGING,
    /** A baseline that was made of one. */
    BASELINE,
    /** A stream that was made of a baseline. */
    STREAM
  }

  Known {
    targets = List.copyOf(targets);
  }

  /** As it is recorded: URIs and entity tags have no spaces. */
  String text() {
    return "%s %s %s %s %s"
        .formatted(
            kind,
            uri,
            previous.isEmpty() ? NONE : previous,
            etag.isEmpty() ? NONE : etag,
            String.join(" ", targets))
        .strip();
  }

  /** Reads what {@link #text} wrote. */
  static Known of(String text) {
    var parts = text.split(" ");
    return new Known(
        Kind.valueOf(parts[0]),
        parts[1],
        parts[2].equals(NONE) ? "" : parts[2],
        parts[3].equals(NONE) ? "" : parts[3],
        List.of(parts).subList(4, parts.length));
  }

  /**
   * What contributions in their order resolve to: the first configuration of each component counts
   * (OSLC Configuration Management 1.1).
   */
  static List<String> resolved(List<String> targets, UnaryOperator<String> component) {
    var seen = new HashSet<String>();
    var first = new ArrayList<String>();
    for (var target : targets) {
      if (seen.add(component.apply(target))) {
        first.add(target);
      }
    }
    return first;
  }
}
