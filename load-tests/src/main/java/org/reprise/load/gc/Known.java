package org.reprise.load.gc;

import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/**
 * What is known of a configuration that was filled, or that the generator has created or changed:
 * recorded with each answer, so that the last one counts.
 *
 * @param previous URI of what it was made of: of a stream the baseline, of a baseline the stream
 * @param etag of a baseline's document when it was created; empty for a stream
 */
record Known(Kind kind, String uri, String previous, String etag, List<String> targets) {
  static final String ACKNOWLEDGED = "configuration";

  enum Kind {
    /** A stream or baseline that was there before the first load, perhaps without contributions. */
    FILLED,
    /** A stream whose contributions are replaced by baselines. */
    STAGING,
    /** A baseline that was made of one. */
    BASELINE,
    /** A stream that was made of a baseline. */
    STREAM
  }

  String text() {
    return JsonMapper.shared().writeValueAsString(this);
  }

  static Known of(String text) {
    return JsonMapper.shared().readValue(text, Known.class);
  }

  /** Returns the same with another contribution in the place of one. */
  Known replaced(String target, String other) {
    var more = targets.stream().map(it -> it.equals(target) ? other : it).toList();
    return new Known(kind, uri, previous, etag, more);
  }
}
