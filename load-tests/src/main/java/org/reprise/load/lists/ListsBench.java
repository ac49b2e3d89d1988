package org.reprise.load.lists;

import java.io.IOException;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import org.reprise.load.child.StepPrinter;
import org.reprise.load.engine.RunRequest;
import org.reprise.load.judge.ExitCode;
import org.reprise.load.stack.Home;
import org.reprise.load.system.UsageException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code reprise bench lists}. */
@Command(
    name = "lists",
    description =
        "Fast refreshes beside compatible ones, contents, a query of five conditions, imports,"
            + " check-outs while lists are refreshed, and a list as long as the original allows.",
    mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init")
final class ListsBench implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--profile",
      defaultValue = "full",
      paramLabel = "smoke|quick|full",
      description = "Amounts of the inventory and of imports (default: ${DEFAULT-VALUE}).")
  private String profile;

  @Option(
      names = "--part",
      split = ",",
      paramLabel = "PART",
      description = "Only ${COMPLETION-CANDIDATES}; several with commas (default: all of them).")
  private Set<ListsBenchmark.Part> parts = EnumSet.noneOf(ListsBenchmark.Part.class);

  @Override
  public Integer call() throws IOException, SQLException, InterruptedException {
    var request = RunRequest.local(profile);
    var amounts = UsageException.typed(() -> request.profile(ListsProfile.ALL)).busy();
    var plan = new ListsPlan(request, amounts, Duration.ZERO);
    var home = Home.current();
    var folder = home.state().resolve("bench");
    var listener = new StepPrinter(spec.commandLine().getErr());
    try (var target =
        ListsTarget.openForBenchmark(amounts, home, folder.resolve("logs"), listener::step)) {
      var result =
          new ListsBenchmark(plan, target, home, folder, listener)
              .run(parts.isEmpty() ? EnumSet.allOf(ListsBenchmark.Part.class) : parts);
      print(amounts, result, spec.commandLine().getOut());
      return result.faults().isEmpty() ? 0 : ExitCode.FAILED;
    }
  }

  private static void print(ListsProfile profile, ListsBenchmark.Result result, PrintWriter out) {
    out.printf(
        "%,d items, lists of %,d; databases, broker, services and generator share %d cores%n",
        profile.inventory().items(),
        profile.inventory().out(),
        Runtime.getRuntime().availableProcessors());
    result
        .rows()
        .forEach(row ->
            out.printf(
                Locale.ROOT,
                "%-56s %,10.2f %-6s %-8s %s%n",
                row.what(),
                row.value(),
                row.unit(),
                row.aim(),
                row.aim().isEmpty() ? "" : row.met() ? "met" : "missed"));
    result.faults().forEach(out::println);
    out.flush();
  }
}
