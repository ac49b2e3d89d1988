package org.reprise.load.ebms;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.reprise.load.child.RunListener;
import org.reprise.load.child.StepPrinter;
import org.reprise.load.ebms.BadInputBench.Row;
import org.reprise.load.judge.ExitCode;
import org.reprise.load.measure.Bench;
import org.reprise.load.measure.Check;
import org.reprise.load.measure.Floor;
import org.reprise.load.process.Shares;
import org.reprise.load.stack.Home;
import org.reprise.load.stack.Target;
import org.reprise.load.system.UsageException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code reprise bench ebms}. */
@Command(
    name = "ebms",
    description =
        "Pings by 32 connections, asynchronous and synchronous, without and with persistence,"
            + " beside the same parts without ebMS.",
    mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init")
final class EbmsBench implements Callable<Integer> {
  /** What is compiled while it runs takes this long to be compiled. */
  private static final Duration WARM_UP = Duration.ofSeconds(30);

  private static final EbmsPing FLOW =
      new EbmsPing(
          EbmsPlan.CPA_ID, new Party(Party.OIN, EbmsPlan.FROM), new Party(Party.OIN, EbmsPlan.TO));

  @Spec private CommandSpec spec;

  @Option(
      names = "--seconds",
      defaultValue = "10",
      description = "Counted time of each measurement. Default: ${DEFAULT-VALUE}.")
  private int seconds;

  @Option(
      names = "--bad-input",
      description =
          "What it costs to refuse broken and hostile input, beside a good Ping, instead.")
  private boolean badInput;

  @Option(
      names = "--messages",
      defaultValue = "2000",
      description = "--bad-input: of each kind at most. Default: ${DEFAULT-VALUE}.")
  private int messages;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (seconds < 1 || seconds > 600) {
      throw new UsageException("--seconds: 1 to 600, not " + seconds);
    }
    if (messages < 1 || messages > 100_000) {
      throw new UsageException("--messages: 1 to 100000, not " + messages);
    }
    var home = Home.current();
    var listener = new StepPrinter(spec.commandLine().getErr());
    var out = spec.commandLine().getOut();
    try (var target =
        EbmsTarget.open(
            new Target.LocalProcesses(),
            new EbmsPlan.Wishes(FLOW, Duration.ZERO, SinkAddress.local()),
            Shares.unlimited(),
            home,
            home.state().resolve("bench"),
            listener::step)) {
      var good =
          badInput
              ? badInput(BadInputBench.run(target, FLOW, messages, listener::step), out)
              : capacity(target, Duration.ofSeconds(seconds), listener, out);
      out.flush();
      return good ? 0 : ExitCode.FAILED;
    }
  }

  private static boolean capacity(
      EbmsTarget target, Duration window, RunListener listener, PrintWriter out)
      throws IOException, InterruptedException {
    var warmUp = window.compareTo(WARM_UP) > 0 ? window : WARM_UP;
    var bench = new CapacityBench(target, new PongCount(target.partner()), FLOW, warmUp, window);
    bench.run(true, listener);
    out.printf(
        "%d connections, %d s each after %d s of warm-up; service, partner, generator and database"
            + " share %d cores%n",
        CapacityBench.CONNECTIONS,
        window.toSeconds(),
        warmUp.toSeconds(),
        Runtime.getRuntime().availableProcessors());
    out.printf(
        "%-24s %10s %8s %8s %8s %12s %10s %6s%n",
        "", "pings/s", "errors", "p50 ms", "p99 ms", "CPU ms/ping", "floor", "ratio");
    bench.benches().forEach(row -> row(row, bench.floors(), out));
    var pongs = bench.pongs();
    pongs.forEach(check ->
        out.printf(
            "%s  %s: %s%n", check.passed() ? "passed" : "FAILED", check.id(), check.detail()));
    bench
        .floors()
        .forEach(floor ->
            out.printf(
                Locale.ROOT,
                "floor %s: %,.0f/s. %s%n",
                floor.id(),
                floor.value(),
                floor.description()));
    bench.faults().forEach(out::println);
    return bench.benches().stream().allMatch(row -> row.errors() == 0)
        && pongs.stream().allMatch(Check::passed);
  }

  private static void row(Bench row, List<Floor> floors, PrintWriter out) {
    var floor =
        floors.stream()
            .filter(f -> f.id().equals(row.floor()))
            .mapToDouble(Floor::value)
            .findFirst()
            .orElse(0);
    out.printf(
        Locale.ROOT,
        "%-24s %,10.0f %,8d %8.2f %8.2f %12s %,10.0f %6.2f%n",
        row.id(),
        row.perSecond(),
        row.errors(),
        row.p50Ms(),
        row.p99Ms(),
        number("%.3f", row.cpuMs()),
        floor,
        floor == 0 ? 0 : row.perSecond() / floor);
  }

  /** Prints the rows, the first and the last of which are good Pings. */
  private static boolean badInput(List<Row> rows, PrintWriter out) {
    // The last one: the service is as warm then as it was for the others, or warmer.
    var good = rows.getLast().cpuMs();
    out.printf(
        "One after another, each on a connection of its own; service and sender share %d cores%n",
        Runtime.getRuntime().availableProcessors());
    out.printf(
        "%-44s %12s %7s %6s %9s %9s %9s%n",
        "", "bytes", "sent", "status", "ms", "CPU ms", "to Ping");
    for (var row : rows) {
      var cpu = row.cpuMs();
      out.printf(
          Locale.ROOT,
          "%-44s %,12d %,7d %6d %9.3f %9s %9s%n",
          row.name(),
          row.bytes(),
          row.sent(),
          row.status(),
          row.meanMs(),
          number("%.3f", cpu),
          number("×%.2f", cpu == null || good == null || good == 0 ? null : cpu / good));
    }
    out.println("to Ping: the service's CPU time for one, divided by that for the last good Ping");
    rows.stream().map(Row::fault).filter(Objects::nonNull).forEach(out::println);
    return rows.stream().allMatch(row -> row.fault() == null);
  }

  private static String number(String format, @Nullable Double value) {
    return value == null ? "-" : String.format(Locale.ROOT, format, value);
  }
}
