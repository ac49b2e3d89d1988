package org.reprise.load.ebms;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Baselines;
import org.reprise.load.deploy.Deployment;
import org.reprise.load.deploy.Home;
import org.reprise.load.deploy.Secrets;
import org.reprise.load.deploy.Target;
import org.reprise.load.engine.MeasuredSystem;
import org.reprise.load.engine.Measurement;
import org.reprise.load.engine.Plan;
import org.reprise.load.generator.RunListener;
import picocli.CommandLine.Option;

/**
 * An ebMS message handler, measured by the Digikoppeling performance test: the agreement, its
 * parties, and where Pongs come in.
 */
@SuppressWarnings("NullAway.Init")
public final class EbmsSuite extends MeasuredSystem {
  /** The agreement under which Pings are sent unless told otherwise. */
  static final String CPA_ID = "reprise.load-test";

  /** The party that the suite plays unless told otherwise. */
  static final String FROM = "00000000000000000001";

  /** The party that is measured unless told otherwise. */
  static final String TO = "00000000000000000002";

  private static final String REPORT = "digikoppeling-2018";

  private static final int MAX_LATENCY_MS = 10_000;

  /** This machine, as docker-compose.yml names it to its containers, and a port that stays. */
  private static final String COMPOSE_SINK = "host.docker.internal:18888";

  @Option(
      names = "--cpa-id",
      defaultValue = CPA_ID,
      paramLabel = "ID",
      description = "The agreement that both sides know (default: ${DEFAULT-VALUE}).")
  String cpaId;

  @Option(
      names = "--from-party",
      defaultValue = FROM,
      paramLabel = "ID",
      description = "The party that asks (default: ${DEFAULT-VALUE}).")
  String fromParty;

  @Option(
      names = "--to-party",
      defaultValue = TO,
      paramLabel = "ID",
      description = "The party that is measured (default: ${DEFAULT-VALUE}).")
  String toParty;

  @Option(
      names = "--party-type",
      defaultValue = Party.OIN,
      paramLabel = "TYPE",
      description = "Type of both ids (default: ${DEFAULT-VALUE}).")
  String partyType;

  @Option(
      names = "--sink",
      paramLabel = "HOST:PORT",
      description =
          "Where the measured handler reaches this machine with its Pongs; needed for a URL (with"
              + " --target compose "
              + COMPOSE_SINK
              + " unless said).")
  @Nullable String sink;

  @Option(
      names = "--network-latency",
      defaultValue = "0",
      paramLabel = "MS",
      description =
          "Milliseconds that each Ping waits in addition; 14 in the report (default:"
              + " ${DEFAULT-VALUE}).")
  int networkLatency;

  public EbmsSuite() {
    super("ebms", "ebMS 2.0 message handler of Digikoppeling", REPORT, EbmsService.SERVICE);
  }

  @Override
  public MeasuredSystem suite() {
    return new EbmsSuite();
  }

  @Override
  public List<Callable<Integer>> commands() {
    return List.of(new CpaCommand());
  }

  EbmsPing flow() {
    return new EbmsPing(cpaId, new Party(partyType, fromParty), new Party(partyType, toParty));
  }

  Duration latency() {
    return Duration.ofMillis(networkLatency);
  }

  /** The report as published, so that table row and load cannot drift apart. */
  static Baseline report() {
    return Baselines.load(REPORT);
  }

  @Override
  public void check(Target target) {
    if (networkLatency < 0 || networkLatency > MAX_LATENCY_MS) {
      throw new IllegalArgumentException(
          "--network-latency: 0 to %d ms, not %d".formatted(MAX_LATENCY_MS, networkLatency));
    }
    var unused = new Object[] {flow(), sinkFor(target)};
  }

  @Override
  public List<String> describe(Plan plan) {
    var lines = new EbmsLoads(plan).describe();
    lines.add(
        "network latency: "
            + (networkLatency == 0
                ? "none added (the report's times hold 14 ms of it)"
                : networkLatency + " ms added to every Ping"));
    if (!plan.local()) {
      var address = sinkFor(plan.target());
      lines.add("Pongs come to %s:%d".formatted(address.host(), address.port()));
    }
    return lines;
  }

  /** Somebody's handler knows its callers by the agreement: it gets no password. */
  @Override
  public Deployment open(Plan plan, Home home, Path logs, Consumer<String> progress)
      throws IOException, InterruptedException {
    var target =
        plan.target() instanceof Target.Remote(var base, _, var owned)
            ? new Target.Remote(base, null, owned)
            : plan.target();
    return Deployment.open(target, EbmsService.TOPOLOGY, plan.shares(), home, logs, progress);
  }

  @Override
  public Measurement measurement(Plan plan, Deployment open, Path folder, RunListener listener) {
    return new EbmsMeasurement(plan, this, open, listener);
  }

  /** Where Pongs come in. */
  SinkAddress sinkFor(Target target) {
    if (sink != null) {
      return sink(sink);
    }
    return switch (target) {
      case Target.LocalProcesses _ -> SinkAddress.local();
      case Target.Compose _ -> sink(COMPOSE_SINK);
      case Target.Remote _ ->
          throw new IllegalArgumentException(
              "--target needs --sink HOST:PORT: where the measured handler reaches this machine"
                  + " with its Pongs, as it stands in the agreement (./reprise cpa prints one)");
    };
  }

  /** The same secret for every command of a checkout: an agreement is imported once. */
  static SinkAddress sink(String text) {
    return SinkAddress.parse(
        text, () -> Secrets.readOrCreate(Home.current().state().resolve("sink.secret")));
  }
}
