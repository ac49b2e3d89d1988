package org.reprise.load.run;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;

/**
 * A time when a run went on that had been stopped.
 *
 * @param before what had been measured to its end by then, and was kept
 */
public record Resumption(Instant at, List<String> before) {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'").withZone(ZoneOffset.UTC);

  public Resumption {
    before = List.copyOf(before);
  }

  /** In one line. Checks at a run's end cannot look at what services held that have ended. */
  public String text() {
    return "%s; measured before: %s; checks at the run's end tell of what came after"
        .formatted(TIME.format(at), before.isEmpty() ? "nothing" : String.join(", ", before));
  }
}
