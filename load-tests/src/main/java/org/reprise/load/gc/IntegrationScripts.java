package org.reprise.load.gc;

import static io.gatling.javaapi.core.CoreDsl.doSwitch;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.onCase;
import static io.gatling.javaapi.core.CoreDsl.substring;
import static org.reprise.load.generator.Turn.call;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Choice;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import java.util.ArrayList;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.reprise.load.clm.Applications;
import org.reprise.load.clm.Link;
import org.reprise.load.clm.LinkCalls;
import org.reprise.load.clm.Scenario;
import org.reprise.load.generator.Recorder;

/**
 * The integration scenario: users create two artifacts and link them, within a global stream that
 * they name as their context; and some select another global stream in RQM or DNG.
 */
final class IntegrationScripts {
  /** The prefix of a link's operation. */
  static final String OPERATION = "link-";

  static final String SELECT = "select";

  private static final String CONTEXT = "Configuration-Context";
  private static final String SELECT_OPERATION = "select-configuration";
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

  ChainBuilder all() {
    var cases = new ArrayList<Choice.WithKey>();
    Scenario.ALL.forEach(scenario -> cases.add(onCase(scenario.id()).then(link(scenario))));
    cases.add(onCase(SELECT).then(select()));
    return doSwitch((Session session) -> turns.group(session).name()).on(cases);
  }

  private ChainBuilder link(Scenario scenario) {
    var calls =
        new LinkCalls(
            scenario,
            application -> Objects.requireNonNull(load.applications().get(application)),
            session -> place(session).project(),
            IntegrationScripts::title,
            request -> request.header(CONTEXT, session -> place(session).stream().uri()));
    var requests = exec(session -> session.set(NUMBER, links.getAndIncrement())).exec(calls.all());
    return exec(turns.turn(OPERATION + scenario.id(), requests))
        .exec(session -> {
          if (LinkCalls.hasLink(session)) {
            recorder.acknowledged(Link.KIND, calls.link(session).text());
          }
          return LinkCalls.forget(session);
        });
  }

  private static String title(Session session) {
    return "Of user %d, number %d".formatted(Turns.user(session), session.getInt(NUMBER));
  }

  private GcLoad.Place place(Session session) {
    return load.place(session.getInt(NUMBER));
  }

  /** Half of those who select do so in RQM, half in DNG. */
  private ChainBuilder select() {
    return turns.turn(
        SELECT_OPERATION,
        call(
                SELECT_OPERATION,
                proxied(session -> GcRequests.searching(sought(session), "stream"))
                    .header("Accept", "application/json")
                    .check(substring(session -> "\"" + sought(session).uri() + "\"")),
                200)
            .exec(
                call(
                    SELECT_OPERATION,
                    proxied(session -> StressScripts.path(sought(session)))
                        .check(substring(session -> "<" + sought(session).uri() + ">")),
                    200)));
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
