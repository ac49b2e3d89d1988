package org.reprise.load.lists;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.reprise.load.engine.Plan;
import org.reprise.load.engine.RunRequest;
import org.reprise.load.stack.Target;
import org.reprise.load.system.RunOptions;
import picocli.CommandLine.Option;

/** What may be said of the flows with lists. */
final class ListsRunOptions implements RunOptions {
  /** Longer than any refresh that a pause is of use for. */
  private static final int LONGEST_PAUSE_MS = 60_000;

  @Option(
      names = "--list-poll",
      paramLabel = "MS",
      description =
          "Pause between two looks at a list that is being refreshed (default: 100; 0 in smoke). The"
              + " report has none, but each look took its way through a network and a gateway.")
  private @Nullable Integer listPoll;

  @Override
  public Plan<?> plan(RunRequest request) {
    if (request.target() instanceof Target.Remote) {
      throw new IllegalArgumentException(
          "lists are measured where the checks can read both databases: --target local or compose");
    }
    if (listPoll != null && (listPoll < 0 || listPoll > LONGEST_PAUSE_MS)) {
      throw new IllegalArgumentException(
          "--list-poll: 0 to %d ms, not %d".formatted(LONGEST_PAUSE_MS, listPoll));
    }
    var profile = request.profile(ListsProfile.ALL);
    return new ListsPlan(
        request, profile, listPoll == null ? profile.listPoll() : Duration.ofMillis(listPoll));
  }
}
