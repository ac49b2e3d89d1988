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
import org.jspecify.annotations.Nullable;
import org.reprise.load.ebms.EbmsPing.Party;
import org.reprise.load.engine.Profile;
import org.reprise.load.generator.LoadSpec;
import org.reprise.load.generator.Phase;
import org.reprise.load.generator.Properties;
import org.reprise.load.generator.RepriseSimulation;
import org.reprise.load.generator.Shape;

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
  static final String PING = "ping";

  /** How long the last Pings may take. */
  private static final Duration GRACE = Shape.Arrivals.GIVE_UP.plusSeconds(10);

  private final Settings ebms = load().settings(Settings.class);

  /** Injects the levels; where the command starts it, after a warm-up of the generator. */
  public PingRampSimulation() {
    super(() -> byHand(Properties.ofProcess()));
    inject();
  }

  /**
   * What is known of the Pings.
   *
   * @param latency that each Ping waits in addition, half before it is sent and half after it is
   *     answered
   * @param warmUp where the generator warms itself up, which is never the measured handler; null
   *     where it does not
   */
  record Settings(
      String handler, EbmsPing flow, PingIds ids, Duration latency, @Nullable String warmUp) {
    LoadSpec load(String title, Phase phase) {
      return LoadSpec.of(title, List.of(phase), this, GRACE);
    }
  }

  static LoadSpec byHand(Properties properties) {
    var target = properties.base("target", "http://127.0.0.1:8884/ebms");
    var type = properties.text("partyType", Party.OIN);
    var flow =
        new EbmsPing(
            properties.text("cpaId", EbmsSuite.CPA_ID),
            new Party(type, properties.text("fromParty", EbmsSuite.FROM)),
            new Party(type, properties.text("toParty", EbmsSuite.TO)));
    var ids = PingIds.random(properties.text("host", "127.0.0.1"));
    var latency = Duration.ofMillis(properties.count("networkLatency", 0));
    var length = Duration.ofSeconds(properties.count("duration", 60));
    var level = new Shape.Level(properties.number("perSecond", 10), length);
    var phase =
        properties
            .text("experiment")
            .map(id ->
                EbmsMeasurement.phase(Profile.of("ebms", "full"), EbmsSuite.report().require(id)))
            .orElseGet(
                () -> Phase.warmUp("pings", new Shape.Arrivals(List.of(level), Double.MAX_VALUE)));
    return new Settings(target.toString(), flow, ids, latency, null).load("Digikoppeling", phase);
  }

  @Override
  protected String operation() {
    return PING;
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
    var half = ebms.latency().dividedBy(2);
    var ping = call(EbmsPing.PING, request, 200, 202, 204);
    return half.isZero() ? ping : exec(pause(half)).exec(ping).exec(pause(half));
  }

  @Override
  protected Optional<ChainBuilder> warmUp() {
    return Optional.ofNullable(ebms.warmUp())
        .map(uri ->
            call(
                "warm-up",
                http("warm-up")
                    .post(uri)
                    .body(StringBody(ebms.flow().text(ebms.ids().messageId(0))))
                    .silent(),
                204));
  }
}
