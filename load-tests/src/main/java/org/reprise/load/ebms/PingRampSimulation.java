package org.reprise.load.ebms;

import static io.gatling.javaapi.core.CoreDsl.StringBody;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.global;
import static io.gatling.javaapi.core.CoreDsl.pause;
import static io.gatling.javaapi.http.HttpDsl.http;
import static org.reprise.load.generator.Turn.call;

import io.gatling.javaapi.core.Assertion;
import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.http.HttpProtocolBuilder;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
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
 * each, whatever became of those before, over one connection pool (by hand: docs/simulations.md).
 */
public final class PingRampSimulation extends RepriseSimulation {
  static final String PING = "ping";
  private static final Duration GRACE = Shape.Arrivals.GIVE_UP.plusSeconds(10);

  private final Settings ebms = load().settings(Settings.class);
  private @Nullable Partner partner;

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
    var target = handler(properties);
    var type = properties.text("partyType", Party.OIN);
    var flow =
        new EbmsPing(
            properties.text("cpaId", EbmsSuite.CPA_ID),
            new Party(type, properties.text("fromParty", EbmsSuite.FROM)),
            new Party(type, properties.text("toParty", EbmsSuite.TO)));
    var ids = PingIds.random(properties.text("host", "127.0.0.1"));
    var latency = Duration.ofMillis(properties.count("networkLatency", 0));
    var phase =
        properties
            .text("experiment")
            .map(new EbmsSuite().baseline()::require)
            .map(it -> Phase.of(it.id(), EbmsMeasurement.load(Profile.of("ebms", "full"), it)))
            .orElseGet(() ->
                Phase.warmUp("pings", new Shape.Arrivals(levels(properties), Double.MAX_VALUE)));
    return new Settings(target.toString(), flow, ids, latency, null).load("Digikoppeling", phase);
  }

  private static URI handler(Properties properties) {
    return properties.base("base", "http://127.0.0.1:8884/ebms");
  }

  /** One rate, or steps of equal length that rise evenly to another one. */
  private static List<Shape.Level> levels(Properties properties) {
    var from = properties.number("perSecond", 10);
    var to = properties.number("toPerSecond", from);
    var steps = to == from ? 1 : Math.max(2, properties.count("steps", 10));
    var seconds = properties.count("duration", 60);
    if (seconds % steps != 0) {
      throw new IllegalArgumentException(
          "-Dduration=%d is no multiple of -Dsteps=%d".formatted(seconds, steps));
    }
    var length = Duration.ofSeconds(seconds / steps);
    return IntStream.range(0, steps)
        .mapToObj(i -> new Shape.Level(from + (to - from) * i / Math.max(1, steps - 1), length))
        .toList();
  }

  /** By hand the simulation itself takes the Pongs; a command has a partner of its own. */
  @Override
  protected void prepare() throws IOException, InterruptedException {
    if (!byHand) {
      return;
    }
    var given = Properties.ofProcess();
    var sink = given.text("sink").map(EbmsSuite::sink).orElse(Partner.Sink.LOCAL);
    var pongs = new Partner(sink, EbmsService.SENT_AGAIN_AFTER);
    partner = pongs;
    pongs.expect(ebms.ids(), ebms.flow());
    if (!given.text("importAgreement", "").equals("none")) {
      var handler = handler(given);
      var agreements = handler.resolve(EbmsPing.AGREEMENTS).toString();
      var to = given.base("importAgreement", agreements);
      ebms.flow().agree(to, given.credentials(), handler, pongs, false);
    }
  }

  @Override
  protected void afterByHand() throws InterruptedException {
    try (var pongs = Objects.requireNonNull(partner)) {
      for (var sample : samples()) {
        for (var check : pongs.sent(ebms.ids(), sample)) {
          System.out.println(check.detail());
          if (!check.passed()) {
            throw new IllegalStateException(check.detail());
          }
        }
      }
    }
  }

  /** The report's ramp may go beyond what a handler carries. */
  @Override
  protected List<Assertion> assertions() {
    var phase = load().phases().getFirst();
    double limit = new EbmsSuite().baseline().published("time-limit").orElseThrow();
    return ((Shape.Arrivals) phase.shape()).limitMs() < Double.MAX_VALUE
        ? List.of()
        : List.of(
            global().failedRequests().count().is(0L),
            global().responseTime().mean().lt((int) limit));
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
                StringBody(session ->
                    ebms.flow().text(ebms.ids().messageId(session.getInt(NUMBER)), Instant.now())))
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
                    .body(StringBody(ebms.flow().text(ebms.ids().messageId(0), Instant.now())))
                    .silent(),
                204));
  }
}
