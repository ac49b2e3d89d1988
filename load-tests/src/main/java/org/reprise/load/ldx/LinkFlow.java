package org.reprise.load.ldx;

import static io.gatling.javaapi.core.CoreDsl.StringBody;
import static io.gatling.javaapi.core.CoreDsl.doIf;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.exitBlockOnFail;
import static io.gatling.javaapi.http.HttpDsl.header;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.http.HttpProtocolBuilder;
import java.net.URI;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.reprise.load.clm.Link;
import org.reprise.load.clm.Scenario;
import org.reprise.load.generator.GatlingFlow;
import org.reprise.load.generator.Recorder;
import org.reprise.load.stack.Credentials;

/**
 * The users of the report's scenarios: create an artifact and save it, create the other one from
 * its links tab, and save the first one with the link. A link is due when the user's think time is
 * over, and created with the answer to the last save.
 */
final class LinkFlow implements GatlingFlow {
  /** The whole of it, as the baseline calls it. */
  static final String LINK = "link";

  /** The last request. */
  static final String SAVE_LINK = "SAVE LINK";

  private static final String TURTLE = "text/turtle";
  private static final String USER = "linkUser";
  private static final String TITLE = "linkTitle";
  private static final String PROJECT = "linkProject";
  private static final String DUE = "linkDue";
  private static final String THINK = "linkThink";
  private static final String SOURCE = "linkSource";
  private static final String TARGET = "linkTarget";
  private static final String TAG = "Tag";
  private static final String CALL = "linkCall";
  private static final String CODE = "linkStatus";

  private final LinkLoad load;
  private final Scenario scenario;
  private final Credentials credentials;
  private final AtomicInteger users = new AtomicInteger();
  private final AtomicInteger links = new AtomicInteger();

  LinkFlow(LinkLoad load, Credentials credentials) {
    this.load = load;
    this.scenario = Scenario.named(load.scenario());
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
    return exec(this::thinking)
        .pause(session -> Objects.requireNonNull(session.<Duration>get(THINK)))
        // Whoever has thought beyond the end creates nothing more.
        .exec(
            doIf(_ -> recorder.goesOn(0))
                .then(
                    exec(this::begun),
                    exitBlockOnFail()
                        .on(
                            create(scenario.from(), load.from(), scenario::newSource, SOURCE),
                            create(scenario.to(), load.to(), scenario::newTarget, TARGET),
                            saveLink()),
                    exec(session -> recorded(recorder, session))));
  }

  private Session thinking(Session session) {
    var thinks = Duration.ofMillis(load.thinkMs());
    var known = session;
    if (!session.contains(USER)) {
      // A user is there from the beginning and waits for its turn to come.
      var user = users.getAndIncrement();
      known = session.set(USER, user);
      thinks = thinks.plusMillis(Math.round(user * load.arrivalMs()));
    }
    return known.set(THINK, thinks).set(DUE, System.nanoTime() + thinks.toNanos());
  }

  private Session begun(Session session) {
    var number = links.getAndIncrement();
    return session
        .set(PROJECT, number % load.projects() + 1)
        .set(TITLE, "Of user %d, number %d".formatted(session.getInt(USER), number));
  }

  private static ChainBuilder create(
      String application, String origin, UnaryOperator<String> document, String uri) {
    var name = "CREATE " + application;
    return named(name)
        .exec(
            http(name)
                .post(session ->
                    "%s/%s/oslc/projects/%d/resources"
                        .formatted(origin, application, session.getInt(PROJECT)))
                .body(StringBody(session -> document.apply(text(session, TITLE))))
                .check(
                    status().saveAs(CODE),
                    status().is(201),
                    header("Location").saveAs(uri),
                    header("ETag").saveAs(uri + TAG)));
  }

  private ChainBuilder saveLink() {
    return named(SAVE_LINK)
        .exec(
            http(SAVE_LINK)
                .put(session -> at(load.from(), text(session, SOURCE)))
                .header("If-Match", session -> text(session, SOURCE + TAG))
                .body(
                    StringBody(session ->
                        scenario.linked(
                            text(session, SOURCE), text(session, TITLE), text(session, TARGET))))
                .check(status().saveAs(CODE), status().in(200, 204)));
  }

  /** Credentials go to the application that was named, whatever origin its answers name. */
  static String at(String origin, String uri) {
    var created = URI.create(uri);
    var query = created.getRawQuery();
    return origin + created.getRawPath() + (query == null ? "" : "?" + query);
  }

  private static ChainBuilder named(String call) {
    return exec(session -> session.set(CALL, call).remove(CODE));
  }

  private Session recorded(Recorder recorder, Session session) {
    if (session.isFailed()) {
      recorder.failed(
          LINK,
          session.getString(CALL)
              + (session.contains(CODE)
                  ? " answered " + session.getInt(CODE)
                  : " was not answered"));
      return session;
    }
    recorder.record(LINK, session.getLong(DUE), System.nanoTime());
    recorder.acknowledged(
        Link.KIND,
        new Link(text(session, SOURCE), scenario.predicate(), text(session, TARGET)).text());
    return session;
  }

  private static String text(Session session, String name) {
    return Objects.requireNonNull(session.getString(name));
  }
}
