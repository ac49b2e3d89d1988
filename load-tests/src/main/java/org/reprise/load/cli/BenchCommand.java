package org.reprise.load.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import org.reprise.load.cps.DeviceBenchmark;
import org.reprise.load.cps.LeafrefBenchmark;
import org.reprise.load.lists.ListsBenchmark;
import org.reprise.localstack.LocalPostgres;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code reprise bench}: what the project measures of its own beyond the reports. */
@Command(
    name = "bench",
    description =
        "cps: writes devices of 86 fragments through cps-core's Java API and reads them whole,"
            + " beside raw JDBC with the same rows in the same run, then deletes and creates one"
            + " interface in anchors of few and of many devices, which leafrefs refer to. ebms:"
            + " Pings by 32 connections, asynchronous and synchronous, without and with"
            + " persistence, beside the same parts without ebMS. lists: fast refreshes beside"
            + " compatible ones, contents, a query of five conditions, imports, check-outs while"
            + " lists are refreshed, and a list as long as the original allows.",
    mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init")
final class BenchCommand implements Callable<Integer> {
  private static final int FEW = 20;
  private static final int MANY = 2_000;
  private static final int REFERENCE_ROUNDS = 200;

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..1",
      paramLabel = "SYSTEM",
      defaultValue = "cps",
      description = "cps (default), ebms or lists.")
  private String system;

  @Option(
      names = "--seconds",
      defaultValue = "10",
      description = "ebms: counted time of each measurement. Default: ${DEFAULT-VALUE}.")
  private int seconds;

  @Option(
      names = "--bad-input",
      description =
          "ebms: what it costs to refuse broken and hostile input, beside a good Ping, instead.")
  private boolean badInput;

  @Option(
      names = "--messages",
      defaultValue = "2000",
      description = "--bad-input: of each kind at most. Default: ${DEFAULT-VALUE}.")
  private int messages;

  @Option(names = "--devices", defaultValue = "400", description = "Default: ${DEFAULT-VALUE}.")
  private int devices;

  @Option(
      names = "--rounds",
      defaultValue = "6",
      description = "The last one counts, those before it warm up. Default: ${DEFAULT-VALUE}.")
  private int rounds;

  @Option(
      names = "--profile",
      defaultValue = "full",
      paramLabel = "smoke|quick|full",
      description = "lists: amounts of the inventory and of imports (default: ${DEFAULT-VALUE}).")
  private String profile;

  @Option(
      names = "--part",
      split = ",",
      paramLabel = "PART",
      description =
          "lists: only ${COMPLETION-CANDIDATES}; several with commas (default: all of them).")
  private Set<ListsBenchmark.Part> parts = EnumSet.noneOf(ListsBenchmark.Part.class);

  @Override
  public Integer call() throws SQLException, IOException, InterruptedException {
    var systems = UsageException.typed(() -> MeasuredSystem.named(system));
    if (systems.size() > 1) {
      throw new UsageException("bench takes one system");
    }
    return switch (systems.getFirst()) {
      case CpsSystem _ when badInput -> throw new UsageException("--bad-input is of bench ebms");
      case ListsSystem _ when badInput -> throw new UsageException("--bad-input is of bench ebms");
      case CpsSystem _ when !parts.isEmpty() ->
          throw new UsageException("--part is of bench lists");
      case EbmsSystem _ when !parts.isEmpty() ->
          throw new UsageException("--part is of bench lists");
      case CpsSystem _ -> devices();
      case EbmsSystem _ when badInput -> EbmsBench.badInput(messages, spec.commandLine());
      case EbmsSystem _ -> EbmsBench.run(seconds, spec.commandLine());
      case ListsSystem _ -> ListsBench.run(profile, parts, spec.commandLine());
    };
  }

  private int devices() throws SQLException {
    var err = spec.commandLine().getErr();
    var benchmark = UsageException.typed(() -> new DeviceBenchmark(devices, rounds));
    try (var postgres = LocalPostgres.builder().progress(err::println).start()) {
      var rates = benchmark.run(postgres.database("bench"));
      var out = spec.commandLine().getOut();
      out.printf("%d devices, %,d fragments, one thread%n", devices, rates.fragments());
      out.printf("%-8s %14s %14s %8s%n", "", "Java API", "raw JDBC", "ratio");
      row(out, "written", rates.written(), rates.floorWritten());
      row(out, "read", rates.read(), rates.floorRead());
      out.flush();
      leafrefs(
          out,
          new LeafrefBenchmark(FEW, MANY, REFERENCE_ROUNDS).run(postgres.database("leafrefs")));
    }
    return 0;
  }

  private static void leafrefs(PrintWriter out, List<LeafrefBenchmark.Times> all) {
    out.printf("%nOne interface deleted and created again, median of %d%n", REFERENCE_ROUNDS);
    out.printf(Locale.ROOT, "%-8s %,10d devices %,8d devices %8s%n", "leafref", FEW, MANY, "ratio");
    for (var times : all) {
      out.printf(
          Locale.ROOT,
          "%-8s %15.2f ms %13.2f ms %8.2f%n",
          times.path().name().toLowerCase(Locale.ROOT),
          times.amongFew(),
          times.amongMany(),
          times.ratio());
    }
    out.flush();
  }

  private static void row(PrintWriter out, String what, double ours, double floor) {
    out.printf(Locale.ROOT, "%-8s %,12.0f/s %,12.0f/s %8.2f%n", what, ours, floor, ours / floor);
  }
}
