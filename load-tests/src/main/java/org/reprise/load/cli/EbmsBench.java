package org.reprise.load.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import org.reprise.load.child.ProgressLine;
import org.reprise.load.child.RunListener;
import org.reprise.load.ebms.BadInputBench;
import org.reprise.load.ebms.CapacityBench;
import org.reprise.load.ebms.EbmsPing;
import org.reprise.load.ebms.EbmsPlan;
import org.reprise.load.ebms.EbmsTarget;
import org.reprise.load.ebms.Party;
import org.reprise.load.ebms.SinkAddress;
import org.reprise.load.measure.Bench;
import org.reprise.load.measure.Check;
import org.reprise.load.measure.Floor;
import org.reprise.load.stack.Home;
import org.reprise.load.stack.Target;
import picocli.CommandLine;

/** {@code reprise bench ebms}. */
final class EbmsBench {
  /** What is compiled while it runs takes this long to be compiled. */
  private static final Duration WARM_UP = Duration.ofSeconds(30);

  private static final EbmsPing FLOW =
      new EbmsPing(
          EbmsPlan.CPA_ID, new Party(Party.OIN, EbmsPlan.FROM), new Party(Party.OIN, EbmsPlan.TO));

  private EbmsBench() {}

  static int run(int seconds, CommandLine command) throws IOException, InterruptedException {
    if (seconds < 1 || seconds > 600) {
      throw new UsageException("--seconds: 1 to 600, not " + seconds);
    }
    return with(
        command,
        (target, home, logs, listener) ->
            measure(target, home, logs, Duration.ofSeconds(seconds), listener, command));
  }

  /**
   * What refusing costs.
   *
   * @param messages of each bad input at most
   */
  static int badInput(int messages, CommandLine command) throws IOException, InterruptedException {
    if (messages < 1 || messages > 100_000) {
      throw new UsageException("--messages: 1 to 100000, not " + messages);
    }
    return with(
        command,
        (target, _, _, listener) ->
            BadInputReport.print(
                BadInputBench.run(target, FLOW, messages, listener::step), command.getOut()));
  }

  /** What is done while service and partner serve. */
  private interface Work {
    int run(EbmsTarget target, Home home, Path logs, RunListener listener)
        throws IOException, InterruptedException;
  }

  private static int with(CommandLine command, Work work) throws IOException, InterruptedException {
    var home = Home.current();
    var logs = home.state().resolve("bench");
    var listener = new Steps(command.getErr());
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
    return errors == 0 && pongs.stream().allMatch(Check::passed) ? 0 : Reprise.FAILED;
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

  /** Says each step on the error output. */
  private record Steps(PrintWriter err) implements RunListener {
    @Override
    public void step(String what) {
      err.println(what);
      err.flush();
    }

    @Override
    public void notice(String what) {
      step("note: " + what);
    }

    @Override
    public void progress(ProgressLine progress) {
      // No load of this command reports its progress.
    }
  }
}
