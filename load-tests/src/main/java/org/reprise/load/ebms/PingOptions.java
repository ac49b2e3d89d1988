package org.reprise.load.ebms;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.reprise.load.engine.Plan;
import org.reprise.load.engine.RunRequest;
import org.reprise.load.stack.Home;
import org.reprise.load.stack.Secrets;
import org.reprise.load.stack.Target;
import org.reprise.load.system.RunOptions;
import picocli.CommandLine.Option;

/** What may be said of the Pings: the agreement, its parties, and where Pongs come in. */
@SuppressWarnings("NullAway.Init")
final class PingOptions implements RunOptions {
  /** This machine, as docker-compose.yml names it to its containers, and a port that stays. */
  private static final String COMPOSE_SINK = "host.docker.internal:18888";

  @Option(
      names = "--cpa-id",
      defaultValue = EbmsPlan.CPA_ID,
      paramLabel = "ID",
      description = "The agreement that both sides know (default: ${DEFAULT-VALUE}).")
  String cpaId;

  @Option(
      names = "--from-party",
      defaultValue = EbmsPlan.FROM,
      paramLabel = "ID",
      description = "The party that asks (default: ${DEFAULT-VALUE}).")
  String fromParty;

  @Option(
      names = "--to-party",
      defaultValue = EbmsPlan.TO,
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

  EbmsPing flow() {
    return new EbmsPing(cpaId, new Party(partyType, fromParty), new Party(partyType, toParty));
  }

  @Override
  public Plan<?> plan(RunRequest request) {
    return new EbmsPlan(
        request,
        new EbmsPlan.Wishes(flow(), Duration.ofMillis(networkLatency), sinkFor(request.target())));
  }

  private SinkAddress sinkFor(Target target) {
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
        text, () -> Secrets.kept(Home.current().state().resolve("sink.secret")));
  }
}
