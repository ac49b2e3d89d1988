package org.reprise.load.cli;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.reprise.load.cps.CpsFlow;
import org.reprise.load.cps.CpsPlan;
import org.reprise.load.cps.Profile;
import org.reprise.load.stack.Home;
import org.reprise.load.stack.Target;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code reprise run}: measures a system and compares it with its report. */
@Command(
    name = "run",
    description = "Measures a system, compares it with its report, and writes results/RUN.",
    mixinStandardHelpOptions = true,
    sortOptions = false)
@SuppressWarnings("NullAway.Init")
final class RunCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "SYSTEM", description = "cps, or all.")
  private String system;

  @Option(
      names = "--profile",
      defaultValue = "quick",
      paramLabel = "smoke|quick|full",
      description = {
        "smoke: some seconds, claims nothing; quick: about a minute, the report's flows with short windows (default);",
        "full: the report's flows, long windows, and the experiment behind the explanation."
      })
  private String profile;

  @Mixin private TargetOptions target;

  @Option(
      names = "--experiment",
      paramLabel = "ID",
      description = "This setting only; reprise list names them.")
  private @Nullable String experiment;

  @Option(
      names = "--repeat",
      defaultValue = "1",
      paramLabel = "N",
      description = "Runs everything N times.")
  private int repeat;

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

  @Option(
      names = "--seed",
      defaultValue = "1",
      paramLabel = "N",
      description = "Noted in the manifest. CPS-307's flow has nothing random but its names.")
  private long seed;

  @Option(names = "--strict", description = "Exit code 1 for a claim that differs, too.")
  private boolean strict;

  @Option(names = "--dry-run", description = "Says what would be run and what it takes, and ends.")
  private boolean dryRun;

  @Override
  public Integer call() throws IOException, InterruptedException {
    requireSystem();
    var home = Home.current();
    var chosen =
        Profile.of(profile)
            .orElseThrow(() ->
                new IllegalArgumentException(
                    "--profile: smoke, quick or full, not '" + profile + "'"));
    var at = target.target(home);
    var plan = plan(chosen, at);
    var needs = CpsNeeds.of(plan);
    var out = spec.commandLine().getOut();
    if (dryRun) {
      CpsNeeds.describe(plan, at, needs, out);
      out.flush();
      return 0;
    }
    needs.requireRoom(home.results());
    var run =
        new CpsRun(
            home,
            at,
            plan,
            seed,
            Instant.now(),
            "reprise "
                + String.join(" ", spec.commandLine().getParent().getParseResult().originalArgs()));
    return run.conduct(out, strict);
  }

  private void requireSystem() {
    if (!List.of("cps", "all").contains(system)) {
      throw new IllegalArgumentException("there is no system '" + system + "', but: cps, all");
    }
  }

  private CpsPlan plan(Profile chosen, Target at) {
    return CpsPlan.of(
        chosen,
        new CpsPlan.Wishes(Optional.ofNullable(experiment), number(threads), number(circles)),
        repeat,
        anchorPrefix,
        Duration.ofSeconds(terminationTimeout),
        at instanceof Target.LocalProcesses);
  }

  private static OptionalInt number(@Nullable Integer value) {
    return value == null ? OptionalInt.empty() : OptionalInt.of(value);
  }
}
