package org.reprise.load.gc;

import static io.gatling.javaapi.core.CoreDsl.StringBody;
import static io.gatling.javaapi.core.CoreDsl.doSwitch;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.onCase;
import static io.gatling.javaapi.core.CoreDsl.substring;
import static io.gatling.javaapi.http.HttpDsl.header;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Choice;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import java.util.ArrayList;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.reprise.load.clm.Applications;
import org.reprise.load.clm.Scenario;
import org.reprise.load.generator.Recorder;

/**
 * The integration scenario: users create two artifacts and link them, within a global stream that
 * they name as their context; and some select another global stream in RQM or DNG.
 */
final class IntegrationScripts {
  /** What links are called among what a load recorded: the URIs of source and target. */
  static final String LINK = "link";

  /** The prefix of a link's operation. */
  static final String OPERATION = "link-";

  /** The users who select. */
  static final String SELECT = "select";

  private static final String CONTEXT = "Configuration-Context";
  private static final String SELECT_OPERATION = "select-configuration";
  private static final String SOURCE = "gcSource";
  private static final String TARGET = "gcTarget";
  private static final String OF = "Tag";
  private static final String NUMBER = "gcNumber";

  private final GcLoad load;
  private final Turns turns;
  private final Recorder recorder;
  private final AtomicInteger links = new AtomicInteger();

  IntegrationScripts(GcLoad load, Turns turns, Recorder recorder) {
    this.load = load;
    this.turns = turns;
    this.recorder = recorder;
  }

  /** One link, or one selection. */
  ChainBuilder all() {
    var cases = new ArrayList<Choice.WithKey>();
    Scenario.ALL.forEach(scenario -> cases.add(onCase(scenario.id()).then(link(scenario))));
    cases.add(onCase(SELECT).then(select()));
    return doSwitch((Session session) -> turns.group(session).name()).on(cases);
  }

  private ChainBuilder link(Scenario scenario) {
    var requests =
        exec(session -> session.set(NUMBER, links.getAndIncrement()))
            .exec(create(scenario.from(), scenario::newSource, SOURCE))
            .exec(create(scenario.to(), scenario::newTarget, TARGET))
            .exec(save(scenario));
    return exec(turns.turn(OPERATION + scenario.id(), requests))
        .exec(session -> {
          if (!session.isFailed() && session.contains(TARGET)) {
            recorder.acknowledged(
                LINK, GcRequests.text(session, SOURCE) + " " + GcRequests.text(session, TARGET));
          }
          return session.remove(TARGET);
        });
  }

  private HttpRequestActionBuilder create(
      String application, Function<String, String> document, String uri) {
    return http("CREATE " + application)
        .post(session ->
            "%s/%s/oslc/projects/%d/resources"
                .formatted(origin(application), application, place(session).project()))
        .header(CONTEXT, session -> place(session).stream().uri())
        .body(StringBody(session -> document.apply(title(session))))
        .check(
            status().saveAs(Turns.STATUS),
            status().is(201),
            header("Location").saveAs(uri),
            header("ETag").saveAs(uri + OF));
  }

  private HttpRequestActionBuilder save(Scenario scenario) {
    return http("SAVE LINK")
        .put(session -> new GcRequests(load).at(GcRequests.text(session, SOURCE)))
        .header(CONTEXT, session -> place(session).stream().uri())
        .header("If-Match", session -> GcRequests.text(session, SOURCE + OF))
        .body(
            StringBody(session ->
                scenario.linked(
                    GcRequests.text(session, SOURCE),
                    title(session),
                    GcRequests.text(session, TARGET))))
        .check(status().saveAs(Turns.STATUS), status().in(200, 204));
  }

  private static String title(Session session) {
    return "Of user %d, number %d".formatted(Turns.user(session), session.getInt(NUMBER));
  }

  private GcLoad.Place place(Session session) {
    return load.place(session.getInt(NUMBER));
  }

  private String origin(String application) {
    return Objects.requireNonNull(load.applications().get(application));
  }

  /** Half of those who select do so in RQM, half in DNG. */
  private ChainBuilder select() {
    return turns.turn(
        SELECT_OPERATION,
        exec(proxied(session -> GcRequests.searching(sought(session), "stream"))
                .header("Accept", "application/json")
                .check(status().is(200), substring(session -> "\"" + sought(session).uri() + "\"")))
            .exec(
                proxied(session -> StressScripts.path(sought(session)))
                    .check(
                        status().is(200),
                        substring(session -> "<" + sought(session).uri() + ">"))));
  }

  private GcLoad.Titled sought(Session session) {
    return load.place(Turns.user(session) + 11 * Turns.passes(session)).stream();
  }

  private HttpRequestActionBuilder proxied(Function<Session, String> path) {
    return StressScripts.proxied(SELECT_OPERATION, load, IntegrationScripts::selecting, path);
  }

  private static String selecting(Session session) {
    return (Turns.user(session) + Turns.passes(session)) % 2 == 0
        ? Applications.QM
        : Applications.RM;
  }
}
