package org.reprise.load.ldx;

import static io.gatling.javaapi.core.CoreDsl.doIf;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.http.HttpDsl.http;
import static org.reprise.load.generator.Turn.think;
import static org.reprise.load.generator.Turn.turn;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.http.HttpProtocolBuilder;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.reprise.load.clm.Link;
import org.reprise.load.clm.LinkCalls;
import org.reprise.load.clm.Scenario;
import org.reprise.load.deploy.Credentials;
import org.reprise.load.generator.GatlingFlow;
import org.reprise.load.generator.Recorder;

/**
 * The users of the report's scenarios. A link is due when the user's think time is over, and
 * created with the answer to the last save.
 */
final class LinkFlow implements GatlingFlow {
  /** The whole of it, as the baseline calls it. */
  static final String LINK = "link";

  private static final String TURTLE = "text/turtle";
  private static final String TITLE = "linkTitle";
  private static final String PROJECT = "linkProject";

  private final LinkLoad load;
  private final LinkCalls calls;
  private final Credentials credentials;
  private final AtomicInteger users = new AtomicInteger();
  private final AtomicInteger links = new AtomicInteger();

  LinkFlow(LinkLoad load, Credentials credentials) {
    this.load = load;
    var scenario = Scenario.named(load.scenario());
    this.calls =
        new LinkCalls(
            scenario,
            application -> application.equals(scenario.from()) ? load.from() : load.to(),
            session -> session.getInt(PROJECT),
            session -> Objects.requireNonNull(session.getString(TITLE)),
            UnaryOperator.identity());
    this.credentials = credentials;
  }

  @Override
  public HttpProtocolBuilder protocol() {
    return http.header("Authorization", credentials.basicHeader())
        .header("OSLC-Core-Version", "2.0")
        .contentTypeHeader(TURTLE)
        .acceptHeader(TURTLE)
        .disableFollowRedirect()
        .disableCaching()
        .shareConnections();
  }

  @Override
  public ChainBuilder flow(Recorder recorder) {
    return think(recorder, this::thinkTime)
        // Whoever has thought beyond the end creates nothing more.
        .exec(
            doIf(_ -> recorder.goesOn(0))
                .then(
                    exec(this::begun),
                    turn(recorder, LINK, calls.all()),
                    exec(session -> acknowledged(recorder, session))));
  }

  /** A user is there from the beginning, and waits for its turn to come. */
  private Duration thinkTime(Session session) {
    var thinks = Duration.ofMillis(load.thinkMs());
    return session.contains(TITLE)
        ? thinks
        : thinks.plusMillis(Math.round(users.getAndIncrement() * load.arrivalMs()));
  }

  private Session begun(Session session) {
    var number = links.getAndIncrement();
    return session
        .set(PROJECT, number % load.projects() + 1)
        .set(TITLE, "Of user %d, number %d".formatted(session.userId(), number));
  }

  private Session acknowledged(Recorder recorder, Session session) {
    if (!session.isFailed()) {
      recorder.acknowledged(Link.KIND, calls.link(session).text());
    }
    return session;
  }
}
