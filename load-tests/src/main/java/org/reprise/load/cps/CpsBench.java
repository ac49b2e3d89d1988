package org.reprise.load.cps;

import java.io.PrintWriter;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
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
      description = "The last one counts, those before it warm up. Default: ${DEFAULT-VALUE}.")
  private int rounds;

  @Override
  public Integer call() throws SQLException {
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
