package org.reprise.load.ebms;

import static io.gatling.javaapi.core.CoreDsl.ByteArrayBody;
import static io.gatling.javaapi.core.CoreDsl.doIf;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.pause;
import static io.gatling.javaapi.core.CoreDsl.rampUsers;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.core.CoreDsl.stopLoadGeneratorIf;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.OpenInjectionStep;
import io.gatling.javaapi.core.PopulationBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.core.Simulation;
import io.gatling.javaapi.http.HttpProtocolBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reprise.load.child.ProgressPrinter;

/**
 * The report's Pings with an open model: each level's arrivals evenly spread over it, one Ping for
 * each, whatever became of those before. All share one connection pool.
 *
 * <p>Gatling's own statistics are whole milliseconds; the actions around a request therefore record
 * nanoseconds as well, and how late the generator itself was. Settings: {@link PingSettings}.
 */
public final class EbmsPingSimulation extends Simulation {
  private static final String NUMBER = "number";
  private static final String STATUS = "status";
  private static final int WARM_UP_USERS = 900;
  private static final Duration WARM_UP = Duration.ofSeconds(3);
  private static final Duration ANSWERS = PingRecorder.GIVE_UP.plusSeconds(10);

  private final PingSettings settings = PingSettings.fromSystem();
  private final PingRecorder recorder = new PingRecorder(settings.load());
  private @Nullable ProgressPrinter progress;

  /** Injects the levels, after the generator has warmed itself up. */
  public EbmsPingSimulation() {
    setUp(population())
        .protocols(protocol())
        .maxDuration(settings.load().length().plus(WARM_UP).plus(ANSWERS));
  }

  @Override
  public void before() {
    if (settings.samples().isPresent()) {
      progress = new ProgressPrinter(List.of(recorder), System.out);
    }
  }

  @Override
  public void after() {
    if (progress != null) {
      progress.close();
    }
    settings
        .samples()
        .ifPresent(file -> {
          try {
            recorder.sample(System.nanoTime()).write(file);
          } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
          }
        });
  }

  private HttpProtocolBuilder protocol() {
    return http.contentTypeHeader(EbmsPing.CONTENT_TYPE)
        .header("SOAPAction", EbmsPing.SOAP_ACTION)
        .disableFollowRedirect()
        .disableCaching()
        .shareConnections();
  }

  private PopulationBuilder population() {
    var pings =
        scenario(settings.load().experiment())
            .exec(ping())
            .injectOpen(
                settings.load().levels().stream()
                    .map(level -> rampUsers(level.pings()).during(level.length()))
                    .toArray(OpenInjectionStep[]::new));
    return settings
        .warmUp()
        .map(uri ->
            scenario("warm-up")
                .exec(warmUp(uri.toString()))
                .injectOpen(rampUsers(WARM_UP_USERS).during(WARM_UP))
                .andThen(pings))
        .orElse(pings);
  }

  /** What makes classes load and code compile in the generator, sent to the partner. */
  private ChainBuilder warmUp(String uri) {
    return exec(
        http("warm-up")
            .post(uri)
            .body(ByteArrayBody(_ -> settings.flow().message(settings.ids().messageId(0))))
            .check(status().is(204).saveAs(STATUS))
            .silent());
  }

  private ChainBuilder ping() {
    var request =
        http(EbmsPing.PING)
            .post(settings.target().toString())
            .body(
                ByteArrayBody(session ->
                    settings.flow().message(settings.ids().messageId(session.getInt(NUMBER)))))
            .requestTimeout(PingRecorder.GIVE_UP)
            .check(status().saveAs(STATUS), status().in(200, 202, 204));
    return exec(session -> session.set(NUMBER, recorder.arrive(System.nanoTime())))
        .exec(stopLoadGeneratorIf("stopped", _ -> recorder.hasStopped(System.nanoTime())))
        .exec(
            doIf(session -> session.getInt(NUMBER) >= 0)
                .then(latency().exec(request).exec(latency()).exec(this::recorded)));
  }

  private ChainBuilder latency() {
    var half = settings.latency().dividedBy(2);
    return half.isZero() ? exec(session -> session) : exec(pause(half));
  }

  private Session recorded(Session session) {
    var now = System.nanoTime();
    var number = session.getInt(NUMBER);
    if (!session.isFailed()) {
      recorder.answered(number, now);
    } else if (session.contains(STATUS)) {
      recorder.refused(number, now, "answered " + session.getInt(STATUS));
    } else {
      recorder.unanswered(number, now, "no answer");
    }
    return session;
  }
}
