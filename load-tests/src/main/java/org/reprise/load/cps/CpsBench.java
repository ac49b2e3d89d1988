package org.reprise.load.cps;

import java.io.IOException;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import org.reprise.load.child.StepPrinter;
import org.reprise.load.generator.LoadLauncher;
import org.reprise.load.process.Shares;
import org.reprise.load.sampling.ResourceSampler;
import org.reprise.load.stack.Home;
import org.reprise.load.stack.ServiceTarget;
import org.reprise.load.stack.Target;
import org.reprise.load.system.UsageException;
import org.reprise.localstack.LocalPostgres;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code reprise bench cps}. */
@Command(
    name = "cps",
    description =
        "Writes devices of 86 fragments through cps-core's Java API and reads them whole, beside"
            + " raw JDBC with the same rows in the same run, then deletes and creates one interface"
            + " in anchors of few and of many devices, which leafrefs refer to.",
    mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init")
final class CpsBench implements Callable<Integer> {
  private static final int FEW = 20;
  private static final int MANY = 2_000;
  private static final int REFERENCE_ROUNDS = 200;

  @Spec private CommandSpec spec;

  @Option(names = "--devices", defaultValue = "400", description = "Default: ${DEFAULT-VALUE}.")
  private int devices;

  @Option(
      names = "--rounds",
      defaultValue = "6",
      description =
          "The last one counts, those before it warm up; all count with --embedded-remote. Default:"
              + " ${DEFAULT-VALUE}.")
  private int rounds;

  @Option(
      names = "--embedded-remote",
      description =
          "Measures nothing else than the report's flow: remote, embedded as a run does it, and"
              + " embedded with one thing changed at a time; the ways alternate in rounds.")
  private boolean embeddedRemote;

  @Option(
      names = "--seconds",
      defaultValue = "4",
      description =
          "Of each window of --embedded-remote; six times as long warms up. Default:"
              + " ${DEFAULT-VALUE}.")
  private int seconds;

  @Option(
      names = "--way",
      split = ",",
      paramLabel = "WAY",
      description = "Of --embedded-remote only ${COMPLETION-CANDIDATES}; several with commas.")
  private Set<EmbeddedRemoteBench.Way> ways = EnumSet.noneOf(EmbeddedRemoteBench.Way.class);

  @Override
  public Integer call() throws IOException, SQLException, InterruptedException {
    return embeddedRemote ? embeddedRemote() : devices();
  }

  private int embeddedRemote() throws IOException, InterruptedException {
    if (seconds < 1 || seconds > 600 || rounds < 1) {
      throw new UsageException("--seconds: 1 to 600, --rounds: at least 1");
    }
    var home = Home.current();
    var folder = home.state().resolve("bench");
    var listener = new StepPrinter(spec.commandLine().getErr());
    try (var sampler = new ResourceSampler(listener::notice);
        var target =
            ServiceTarget.open(
                new Target.LocalProcesses(),
                CpsService.KIND,
                Shares.unlimited(),
                home,
                folder.resolve("logs"),
                listener::step)) {
      var window = Duration.ofSeconds(seconds);
      var rows =
          new EmbeddedRemoteBench(
                  target,
                  new LoadLauncher(home, folder, sampler, listener),
                  listener,
                  window.multipliedBy(3),
                  window)
              .run(
                  List.copyOf(ways.isEmpty() ? EnumSet.allOf(EmbeddedRemoteBench.Way.class) : ways),
                  rounds);
      print(rows, spec.commandLine().getOut());
    }
    return 0;
  }

  private static void print(List<EmbeddedRemoteBench.Row> rows, PrintWriter out) {
    out.printf(
        "%-28s %5s %9s %9s %12s   %s%n",
        "",
        "users",
        "flows/s",
        "± rounds",
        "create-node",
        "CPU ms a flow: load, service, database");
    for (var row : rows) {
      var all = row.flowsPerSecond().stream().mapToDouble(Double::doubleValue).summaryStatistics();
      out.printf(
          Locale.ROOT,
          "%-28s %5d %,9.0f %9.0f %9.1f ms %8.2f %8.2f %8.2f%n",
          row.way().title(),
          row.users(),
          row.meanFlowsPerSecond(),
          (all.getMax() - all.getMin()) / 2,
          row.meanCreateNodeMs(),
          row.cpuMs().get(ResourceSampler.GENERATOR),
          row.cpuMs().get(CpsService.MODULE),
          row.cpuMs().get(ServiceTarget.DATABASE));
    }
    out.flush();
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
