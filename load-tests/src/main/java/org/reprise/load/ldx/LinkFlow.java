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
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
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
  private static final String SOURCE_TAG = "linkSourceTag";
  private static final String TARGET = "linkTarget";
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
                            create(
                                "CREATE " + scenario.from(),
                                load.from(),
                                scenario.from(),
                                session -> scenario.newSource(title(session)),
                                SOURCE,
                                SOURCE_TAG),
                            create(
                                "CREATE " + scenario.to(),
                                load.to(),
                                scenario.to(),
                                session -> scenario.newTarget(title(session)),
                                TARGET,
                                ""),
                            saveLink()),
                    exec(session -> recorded(recorder, session))));
  }

  private Session thinking(Session session) {
    var thinks = Duration.ofMillis(load.thinkMs());
    var known = session;
    if (!session.contains(USER)) {
      var user = users.getAndIncrement();
      known = session.set(USER, user);
      thinks = thinks.multipliedBy(user).dividedBy(load.users());
    }
    return known.set(THINK, thinks).set(DUE, System.nanoTime() + thinks.toNanos());
  }

  private Session begun(Session session) {
    var number = links.getAndIncrement();
    return session
        .set(PROJECT, number % load.projects() + 1)
        .set(TITLE, "Of user %d, number %d".formatted(session.getInt(USER), number))
        .remove(TARGET);
  }

  private static ChainBuilder create(
      String name,
      String origin,
      String application,
      Function<Session, String> body,
      String uri,
      String tag) {
    var request =
        http(name)
            .post(session ->
                "%s/%s/oslc/projects/%d/resources"
                    .formatted(origin, application, session.getInt(PROJECT)))
            .body(StringBody(body))
            .check(status().saveAs(CODE), status().is(201), header("Location").saveAs(uri));
    return named(name).exec(tag.isEmpty() ? request : request.check(header("ETag").saveAs(tag)));
  }

  private ChainBuilder saveLink() {
    return named(SAVE_LINK)
        .exec(
            http(SAVE_LINK)
                .put(session -> text(session, SOURCE))
                .header("If-Match", session -> text(session, SOURCE_TAG))
                .body(
                    StringBody(session ->
                        scenario.linked(
                            text(session, SOURCE), title(session), text(session, TARGET))))
                .check(status().saveAs(CODE), status().in(200, 204)));
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

  private static String title(Session session) {
    return text(session, TITLE);
  }

  private static String text(Session session, String name) {
    return Objects.requireNonNull(session.getString(name));
  }
}
