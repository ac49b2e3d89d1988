package org.reprise.load.cps;

import static io.gatling.javaapi.core.CoreDsl.ByteArrayBody;
import static io.gatling.javaapi.core.CoreDsl.doIf;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.http.HttpDsl.http;
import static org.reprise.load.generator.Turn.call;
import static org.reprise.load.generator.Turn.turn;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.http.HttpProtocolBuilder;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.reprise.load.deploy.Credentials;
import org.reprise.load.generator.LoadSpec;
import org.reprise.load.generator.Phase;
import org.reprise.load.generator.Properties;
import org.reprise.load.generator.Recorder;
import org.reprise.load.generator.RepriseSimulation;
import org.reprise.load.generator.Shape;
import org.reprise.load.generator.Turn;

/**
 * The report's remote mode: a closed model, as many virtual users as the report had threads, all
 * injected at once, each repeating the flow without a pause. All users share one connection pool
 * without a bound, as the report's threads shared one REST client, so that there are as many
 * connections as requests under way (by hand: docs/simulations.md).
 */
public final class CpsRemoteSimulation extends RepriseSimulation {
  private static final String ANCHOR = "anchor";

  private final CpsFlow.Load cps = load().settings(CpsFlow.Load.class);
  private final URI base = URI.create(cps.base());
  private final Credentials credentials = Properties.ofProcess().credentials();
  private final AtomicLong anchors = new AtomicLong();

  public CpsRemoteSimulation() {
    super(() -> byHand(Properties.ofProcess()));
    inject();
  }

  static LoadSpec byHand(Properties properties) {
    var base = properties.base("base", "http://127.0.0.1:8883/cps/api");
    return LoadSpec.of(
        "CPS-307",
        List.of(phase(properties)),
        new CpsFlow.Load(base.toString(), CpsFlow.newAnchorPrefix()),
        CpsMeasurement.TERMINATION_TIMEOUT);
  }

  private static Phase phase(Properties properties) {
    var experiment = properties.text("experiment").map(new CpsSuite().baseline()::require);
    if (experiment.isPresent() && experiment.get().embedded()) {
      throw new IllegalArgumentException(
          "%1$s is an embedded setting: it runs in-process, with ./reprise run cps --experiment %1$s"
              .formatted(experiment.get().id()));
    }
    var threads = properties.count("threads", 10);
    var shape =
        properties.text("duration").isEmpty()
            ? new Shape.Circles(threads, properties.count("circles", 100))
            : new Shape.Window(
                threads, properties.seconds("warmUp", 0), properties.seconds("duration", 60));
    return experiment
        .map(it -> CpsLoads.exact(it, Integer.MAX_VALUE))
        .orElseGet(() -> Phase.warmUp("flow", shape));
  }

  @Override
  protected HttpProtocolBuilder protocol() {
    return byUser()
        .baseUrl(base.toString())
        .contentTypeHeader("application/json")
        .acceptHeader("application/json")
        .shareConnections();
  }

  @Override
  protected void prepare() throws IOException, InterruptedException {
    try (var rest = new CpsRest(base, credentials)) {
      rest.prepare();
    }
  }

  /** Where a command started this, the command looks first, and removes then. */
  @Override
  protected void afterByHand() throws IOException, InterruptedException {
    try (var rest = new CpsRest(base, credentials)) {
      var left = rest.anchors(cps.anchorPrefix());
      if (!left.isEmpty()) {
        System.err.printf(
            "%d anchors of this run are left, %s for one; they are deleted now%n",
            left.size(), left.getFirst());
      }
      for (var anchor : left) {
        rest.perform(CpsOperation.DELETE_ANCHOR, anchor);
      }
    }
  }

  /** One pass; after a failed operation the rest of the pass is left out. */
  @Override
  protected ChainBuilder flow(String scenario, Recorder recorder) {
    var chain =
        exec(session -> session.set(ANCHOR, cps.anchorPrefix() + anchors.getAndIncrement()));
    for (var operation : CpsOperation.values()) {
      chain =
          chain.exec(
              doIf(session -> !session.isFailed())
                  .then(exec(Turn::dueNow), turn(recorder, operation.id(), request(operation))));
    }
    return chain;
  }

  private ChainBuilder request(CpsOperation operation) {
    var sample = CpsFlow.request(operation, "");
    var request =
        http(operation.name())
            .httpRequest(
                sample.method(),
                session ->
                    CpsFlow.request(operation, Objects.requireNonNull(session.getString(ANCHOR)))
                        .path());
    if (!sample.body().isEmpty()) {
      request = request.body(ByteArrayBody(sample.body().getBytes(StandardCharsets.UTF_8)));
    }
    return call(operation.name(), request, sample.status());
  }
}
