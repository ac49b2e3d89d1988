package org.reprise.load.cli;

import java.time.Duration;
import picocli.CommandLine.Option;

/** What may be said of the flows with lists. */
final class ListsOptions {
  /** Longer than any refresh that a pause is of use for. */
  private static final int LONGEST_PAUSE_MS = 60_000;

  @Option(
      names = "--list-poll",
      defaultValue = "0",
      paramLabel = "MS",
      description =
          "lists: pause between two looks at a list that is being refreshed; 0 as in the report (default:"
              + " ${DEFAULT-VALUE}).")
  int listPoll;

  Duration pollPause() {
    if (listPoll < 0 || listPoll > LONGEST_PAUSE_MS) {
      throw new IllegalArgumentException(
          "--list-poll: 0 to %d ms, not %d".formatted(LONGEST_PAUSE_MS, listPoll));
    }
    return Duration.ofMillis(listPoll);
  }
}
