package org.reprise.load.cps;

import java.time.Duration;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.reprise.load.engine.Plan;
import org.reprise.load.engine.RunRequest;
import org.reprise.load.system.RunOptions;
import picocli.CommandLine.Option;

/** What may be said of the flow of CPS-307, as in its test application's settings. */
@SuppressWarnings("NullAway.Init")
final class CpsRunOptions implements RunOptions {
  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads, instead of each setting's own.")
  private @Nullable Integer threads;

  @Option(
      names = "--circles",
      paramLabel = "N",
      description = "Flows by thread, instead of each setting's own.")
  private @Nullable Integer circles;

  @Option(
      names = "--anchor-prefix",
      defaultValue = CpsFlow.ANCHOR_PREFIX,
      paramLabel = "P",
      description = "What anchor names begin with (default: ${DEFAULT-VALUE}).")
  private String anchorPrefix;

  @Option(
      names = "--termination-timeout",
      defaultValue = "1200",
      paramLabel = "S",
      description = "Seconds that the threads have to finish (default: ${DEFAULT-VALUE}).")
  private int terminationTimeout;

  @Override
  public Plan<?> plan(RunRequest request) {
    return new CpsPlan(
        request,
        new CpsPlan.Wishes(
            number(threads),
            number(circles),
            anchorPrefix,
            Duration.ofSeconds(terminationTimeout)));
  }

  private static OptionalInt number(@Nullable Integer value) {
    return value == null ? OptionalInt.empty() : OptionalInt.of(value);
  }
}
