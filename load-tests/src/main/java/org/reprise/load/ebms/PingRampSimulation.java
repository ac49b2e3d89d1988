package org.reprise.load.ebms;

import static io.gatling.javaapi.core.CoreDsl.StringBody;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.pause;
import static io.gatling.javaapi.http.HttpDsl.http;
import static org.reprise.load.generator.Turn.call;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.http.HttpProtocolBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.reprise.load.engine.Profile;
import org.reprise.load.generator.LoadSpec;
import org.reprise.load.generator.Phase;
import org.reprise.load.generator.Properties;
import org.reprise.load.generator.RepriseSimulation;
import org.reprise.load.generator.Shape;
import org.reprise.load.measure.Variant;

/**
 * The report's Pings with an open model: each level's arrivals evenly spread over it, one Ping for
 * each, whatever became of those before. All share one connection pool.
 *
 * <p>By hand: {@code -Dtarget} (http://127.0.0.1:8884/ebms), {@code -DcpaId}, {@code -DfromParty},
 * {@code -DtoParty}, {@code -DpartyType}, {@code -Dhost} behind the @ of each MessageId, {@code
 * -Dexperiment} of the report, or {@code -DperSecond} (10) with {@code -Dduration} in seconds (60),
 * and {@code -DnetworkLatency} in milliseconds.
 */
public final class PingRampSimulation extends RepriseSimulation {
  private final EbmsLoad ebms = load().settings(EbmsLoad.class);

  /** Injects the levels; where the command starts it, after a warm-up of the generator. */
  public PingRampSimulation() {
    super(() -> byHand(Properties.ofProcess()));
    inject();
  }

  static LoadSpec byHand(Properties properties) {
    var target = properties.base("target", "http://127.0.0.1:8884/ebms");
    var type = properties.text("partyType", Party.OIN);
    var flow =
        new EbmsPing(
            properties.text("cpaId", EbmsSuite.CPA_ID),
            new Party(type, properties.text("fromParty", EbmsSuite.FROM)),
            new Party(type, properties.text("toParty", EbmsSuite.TO)));
    var load =
        new EbmsLoad(
            target.toString(),
            flow,
            PingIds.random(properties.text("host", "127.0.0.1")),
            Duration.ofMillis(properties.count("networkLatency", 0)),
            null);
    return LoadSpec.of("Digikoppeling", List.of(phase(properties)), load, EbmsLoad.GRACE);
  }

  private static Phase phase(Properties properties) {
    var experiment = properties.text("experiment");
    if (experiment.isPresent()) {
      var known = EbmsSuite.report().require(experiment.get());
      return new Phase(
          known.id(),
          known.id(),
          Variant.REPORT_EXACT,
          EbmsLoads.load(Profile.of("ebms", "full"), known));
    }
    var level =
        new Shape.Level(
            properties.number("perSecond", 10),
            Duration.ofSeconds(properties.count("duration", 60)));
    return Phase.warmUp("pings", new Shape.Arrivals(List.of(level), 1, Double.MAX_VALUE));
  }

  @Override
  protected String operation() {
    return EbmsLoad.PING;
  }

  @Override
  protected HttpProtocolBuilder protocol() {
    return http.contentTypeHeader(EbmsPing.CONTENT_TYPE)
        .header("SOAPAction", EbmsPing.SOAP_ACTION)
        .disableFollowRedirect()
        .disableCaching()
        .shareConnections();
  }

  @Override
  protected ChainBuilder arrival() {
    var request =
        http(EbmsPing.PING)
            .post(ebms.handler())
            .body(
                StringBody(
                    session -> ebms.flow().text(ebms.ids().messageId(session.getInt(NUMBER)))))
            .requestTimeout(Shape.Arrivals.GIVE_UP);
    return latency().exec(call(EbmsPing.PING, request, 200, 202, 204)).exec(latency());
  }

  private ChainBuilder latency() {
    var half = ebms.latency().dividedBy(2);
    return half.isZero() ? exec(session -> session) : exec(pause(half));
  }

  /** Sent to the partner. */
  @Override
  protected Optional<ChainBuilder> warmUp() {
    return Optional.ofNullable(ebms.warmUp())
        .map(uri ->
            exec(
                call(
                    "warm-up",
                    http("warm-up")
                        .post(uri)
                        .body(StringBody(ebms.flow().text(ebms.ids().messageId(0))))
                        .silent(),
                    204)));
  }
}
