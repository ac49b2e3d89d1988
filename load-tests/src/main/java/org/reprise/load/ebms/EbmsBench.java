package org.reprise.load.ebms;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.reprise.load.child.RunListener;
import org.reprise.load.child.StepPrinter;
import org.reprise.load.judge.ExitCode;
import org.reprise.load.measure.Bench;
import org.reprise.load.measure.Check;
import org.reprise.load.measure.Floor;
import org.reprise.load.stack.Home;
import org.reprise.load.stack.Target;
import org.reprise.load.system.UsageException;
import picocli.CommandLine;
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
    var command = spec.commandLine();
    if (seconds < 1 || seconds > 600) {
      throw new UsageException("--seconds: 1 to 600, not " + seconds);
    }
    if (messages < 1 || messages > 100_000) {
      throw new UsageException("--messages: 1 to 100000, not " + messages);
    }
    return with(
        command,
        (target, home, logs, listener) ->
            badInput
                ? BadInputReport.print(
                    BadInputBench.run(target, FLOW, messages, listener::step), command.getOut())
                : measure(target, home, logs, Duration.ofSeconds(seconds), listener, command));
  }

  /** What is done while service and partner serve. */
  private interface Work {
    int run(EbmsTarget target, Home home, Path logs, RunListener listener)
        throws IOException, InterruptedException;
  }

  private static int with(CommandLine command, Work work) throws IOException, InterruptedException {
    var home = Home.current();
    var logs = home.state().resolve("bench");
    var listener = new StepPrinter(command.getErr());
    try (var target =
        EbmsTarget.open(
            new Target.LocalProcesses(),
            new EbmsPlan.Wishes(FLOW, Duration.ZERO, SinkAddress.local()),
            org.reprise.load.process.Shares.unlimited(),
            home,
            logs,
            listener::step)) {
      return work.run(target, home, logs, listener);
    }
  }

  private static int measure(
      EbmsTarget target,
      Home home,
      Path logs,
      Duration window,
      RunListener listener,
      CommandLine command)
      throws IOException, InterruptedException {
    var warmUp = window.compareTo(WARM_UP) > 0 ? window : WARM_UP;
    var bench = CapacityBench.alone(target, home, logs, FLOW, warmUp, window);
    bench.run(true, listener);
    var out = command.getOut();
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
    bench.benches().forEach(row -> row(out, row, bench));
    var pongs = bench.pongs();
    pongs.forEach(check ->
        out.printf(
            "%s  %s: %s%n", check.passed() ? "passed" : "FAILED", check.id(), check.detail()));
    for (Floor floor : bench.floors()) {
      out.printf(
          Locale.ROOT, "floor %s: %,.0f/s. %s%n", floor.id(), floor.value(), floor.description());
    }
    bench.faults().forEach(out::println);
    out.flush();
    var errors = bench.benches().stream().mapToLong(Bench::errors).sum();
    return errors == 0 && pongs.stream().allMatch(Check::passed) ? 0 : ExitCode.FAILED;
  }

  private static void row(PrintWriter out, Bench row, CapacityBench bench) {
    var floor =
        bench.floors().stream()
            .filter(f -> f.id().equals(row.floor()))
            .mapToDouble(Floor::value)
            .findFirst()
            .orElse(0);
    var cpu = row.cpuMs();
    out.printf(
        Locale.ROOT,
        "%-24s %,10.0f %,8d %8.2f %8.2f %12s %,10.0f %6.2f%n",
        row.id(),
        row.perSecond(),
        row.errors(),
        row.p50Ms(),
        row.p99Ms(),
        cpu == null ? "-" : String.format(Locale.ROOT, "%.3f", cpu),
        floor,
        floor == 0 ? 0 : row.perSecond() / floor);
  }
}
