package org.reprise.load.ebms;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.reprise.load.chaos.AcknowledgedWrites;
import org.reprise.load.deploy.Credentials;
import org.reprise.load.deploy.Deployment;
import org.reprise.load.deploy.Home;
import org.reprise.load.deploy.Origin;
import org.reprise.load.deploy.Secrets;
import org.reprise.load.deploy.Target;
import org.reprise.load.deploy.Topology;
import org.reprise.load.ebms.EbmsPing.Party;
import org.reprise.load.engine.MeasuredSystem;
import org.reprise.load.engine.Measurement;
import org.reprise.load.engine.Plan;
import org.reprise.load.engine.UsageException;
import org.reprise.load.generator.RunListener;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * An ebMS message handler, measured by the Digikoppeling performance test: the agreement, its
 * parties, and where Pongs come in.
 */
@SuppressWarnings("NullAway.Init")
public final class EbmsSuite extends MeasuredSystem {
  /** The default agreement and parties: {@code FROM} is the suite, {@code TO} is measured. */
  static final String CPA_ID = "reprise.load-test";

  static final String FROM = "00000000000000000001";
  static final String TO = "00000000000000000002";
  private static final int MAX_LATENCY_MS = 10_000;

  /** This machine, as docker-compose.yml names it to its containers, and a port that stays. */
  private static final String COMPOSE_SINK = "host.docker.internal:18888";

  @Option(names = "--cpa-id", defaultValue = CPA_ID, description = "The agreement's id.")
  private String cpaId;

  @Option(names = "--from-party", defaultValue = FROM, description = "The party that asks.")
  private String fromParty;

  @Option(names = "--to-party", defaultValue = TO, description = "The measured party.")
  private String toParty;

  @Option(names = "--party-type", defaultValue = Party.OIN, description = "Of both ids.")
  private String partyType;

  @Option(
      names = "--sink",
      defaultValue = Option.NULL_VALUE,
      paramLabel = "HOST:PORT",
      description =
          "Where the measured handler reaches this machine with its Pongs; needed for a URL (with"
              + " --target compose "
              + COMPOSE_SINK
              + " by default).")
  private @Nullable String sink;

  @Option(
      names = "--import-agreement",
      defaultValue = Option.NULL_VALUE,
      paramLabel = "URL",
      description =
          "Gives an ebms-adapter at a URL the agreement, by PUT URL/CPA_ID with the user and the"
              + " password of the environment; for example http://HOST:8884/api/v1/agreements.")
  @Nullable URI importAgreement;

  @Option(
      names = "--search",
      description = "Searches the knee beyond the report's rates at a URL, too.")
  boolean search;

  @Option(names = "--network-latency", defaultValue = "0", description = "Of each Ping, in ms.")
  private int networkLatency;

  public EbmsSuite() {
    super(
        "ebms",
        "ebMS 2.0 message handler of Digikoppeling",
        "digikoppeling-2018",
        EbmsService.SERVICE);
  }

  @Override
  public List<Callable<Integer>> commands() {
    return List.of(new Cpa());
  }

  EbmsPing flow() {
    return new EbmsPing(cpaId, new Party(partyType, fromParty), new Party(partyType, toParty));
  }

  Duration latency() {
    return Duration.ofMillis(networkLatency);
  }

  @Override
  public void check(Target target) {
    if (networkLatency < 0 || networkLatency > MAX_LATENCY_MS) {
      throw new IllegalArgumentException(
          "--network-latency: 0 to %d ms, not %d".formatted(MAX_LATENCY_MS, networkLatency));
    }
    var unused = new Object[] {flow(), sinkFor(target)};
    if (target instanceof Target.Remote remote && importAgreement != null) {
      Origin.requireOwned(Origin.base(importAgreement.toString()), remote.ownedByUser());
    }
  }

  @Override
  public List<String> describe(Plan plan) {
    var lines = EbmsMeasurement.describe(plan, this);
    lines.add(
        "network latency: "
            + (networkLatency == 0
                ? "none added (the report's times hold 14 ms of it)"
                : networkLatency + " ms added to every Ping"));
    if (!plan.local()) {
      var address = sinkFor(plan.target());
      lines.add("Pongs come to %s:%d".formatted(address.host(), address.port()));
      if (plan.target() instanceof Target.Remote remote) {
        lines.add(
            importAgreement == null
                ? "the handler must know the agreement %s: ./reprise cpa --target %s --sink %s:%d prints it"
                    .formatted(cpaId, remote.base(), address.host(), address.port())
                : "the agreement %s is imported at %s".formatted(cpaId, importAgreement));
      }
    }
    return lines;
  }

  @Override
  public Topology topology(Plan plan) {
    return EbmsService.TOPOLOGY;
  }

  @Override
  public Map<String, String> durable(Path folder) {
    return Map.of(EbmsService.PERSIST, "true");
  }

  @Override
  public AcknowledgedWrites writes(Map<String, String> environment, Credentials credentials)
      throws IOException, InterruptedException {
    var flow = new EbmsPing(CPA_ID, new Party(Party.OIN, FROM), new Party(Party.OIN, TO));
    return new PingWrites(flow, service().address().here(environment), credentials);
  }

  @Override
  public Measurement measurement(Plan plan, Deployment open, Path folder, RunListener listener) {
    return new EbmsMeasurement(plan, this, open, listener);
  }

  Partner.Sink sinkFor(Target target) {
    var address = sink;
    if (address == null && target instanceof Target.LocalProcesses) {
      return Partner.Sink.LOCAL;
    }
    if (address == null && target instanceof Target.Remote) {
      throw new IllegalArgumentException(
          "--target needs --sink HOST:PORT: where the measured handler reaches this machine with"
              + " its Pongs, as it stands in the agreement (./reprise cpa prints one)");
    }
    return sink(address == null ? COMPOSE_SINK : address);
  }

  /** With the same secret for every command of a checkout: an agreement is imported once. */
  static Partner.Sink sink(String address) {
    return Partner.Sink.parse(
        address, () -> Secrets.readOrCreate(Home.current().state().resolve("sink.secret")));
  }

  @Command(
      name = "cpa",
      description =
          "Prints the agreement (CPA) under which run ebms sends Pings, to be imported into a"
              + " message handler of your own.",
      sortOptions = false)
  static final class Cpa implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(
        names = "--target",
        required = true,
        paramLabel = "URL",
        description = "The message handler, as it stands in its own agreements.")
    private String target;

    @Mixin private EbmsSuite ebms;

    @Override
    public Integer call() {
      var agreement =
          UsageException.typed(() -> {
            var handler = Origin.base(target);
            var sink = ebms.sinkFor(new Target.Remote(handler, null, true));
            return ebms.flow().agreement(false, sink.endpoint(), handler.toString());
          });
      spec.commandLine().getOut().print(agreement);
      spec.commandLine().getOut().flush();
      return 0;
    }
  }
}
