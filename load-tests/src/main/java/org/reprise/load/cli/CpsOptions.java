package org.reprise.load.cli;

import org.jspecify.annotations.Nullable;
import org.reprise.load.cps.CpsFlow;
import picocli.CommandLine.Option;

/** What may be said of the flow of CPS-307, as in its test application's settings. */
@SuppressWarnings("NullAway.Init")
final class CpsOptions {
  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "cps: threads, instead of each setting's own.")
  @Nullable Integer threads;

  @Option(
      names = "--circles",
      paramLabel = "N",
      description = "cps: flows by thread, instead of each setting's own.")
  @Nullable Integer circles;

  @Option(
      names = "--anchor-prefix",
      defaultValue = CpsFlow.ANCHOR_PREFIX,
      paramLabel = "P",
      description = "cps: what anchor names begin with (default: ${DEFAULT-VALUE}).")
  String anchorPrefix;

  @Option(
      names = "--termination-timeout",
      defaultValue = "1200",
      paramLabel = "S",
      description = "cps: seconds that the threads have to finish (default: ${DEFAULT-VALUE}).")
  int terminationTimeout;
}
