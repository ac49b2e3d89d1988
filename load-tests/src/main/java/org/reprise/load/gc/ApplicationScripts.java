package org.reprise.load.gc;

import static io.gatling.javaapi.core.CoreDsl.doIfOrElse;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.substring;
import static io.gatling.javaapi.http.HttpDsl.http;
import static org.reprise.load.generator.Turn.call;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import java.net.URI;
import java.util.function.Function;
import org.reprise.load.clm.Applications;
import org.reprise.load.clm.LinkCalls;
import org.reprise.load.clm.Scenario;
import org.reprise.load.clm.Users;
import org.reprise.load.gc.GcSimulation.Load.Titled;

/** What the applications and their users ask of global configurations. */
record ApplicationScripts(GcSimulation.Load load, Users users) {
  static final String LINK = "link-";
  static final String SELECT = "select";

  /** Of the stress test: requests for a configuration for each search. */
  static final int GETS = 7;

  private static final String GET = "proxied-get";
  private static final String SEARCH = "proxied-search";
  private static final String SELECT_OPERATION = "select-configuration";

  /**
   * The stress test: users search for a global configuration and ask for it seven times, through
   * the proxy of an application, which has the requests authenticated.
   */
  ChainBuilder stress(String application) {
    return exec(
        doIfOrElse((Session session) -> step(session) % (GETS + 1) == 0)
            .then(users.turn(SEARCH, search(SEARCH, _ -> application, this::requested)))
            .orElse(users.turn(GET, get(GET, _ -> application, this::requested))));
  }

  private ChainBuilder search(
      String name, Function<Session, String> application, Function<Session, Titled> sought) {
    var search = proxied(name, application, _ -> "/gc/search");
    return UiScripts.search(name, search, "stream", sought);
  }

  private ChainBuilder get(
      String name, Function<Session, String> application, Function<Session, Titled> sought) {
    return call(
        name,
        proxied(name, application, it -> URI.create(sought.apply(it).uri()).getRawPath())
            .check(substring(session -> "<" + sought.apply(session).uri() + ">")),
        200);
  }

  private HttpRequestActionBuilder proxied(
      String name, Function<Session, String> application, Function<Session, String> path) {
    return http(name)
        .get(session -> {
          var by = application.apply(session);
          return "%s/%s/proxy%s".formatted(load.applications().get(by), by, path.apply(session));
        })
        .header("OSLC-Proxied", "true");
  }

  private static int step(Session session) {
    return Users.passes(session) + Users.user(session);
  }

  /** The configuration that the user asks for until it searches again. */
  private Titled requested(Session session) {
    return load.place(Users.user(session) * 7 + step(session) / (GETS + 1)).stream();
  }

  /** A link of two new artifacts, within a global stream that is named as its context. */
  ChainBuilder link(Scenario scenario) {
    var calls =
        new LinkCalls(
            scenario,
            (application, session) ->
                "%s/%s/oslc/projects/%d/resources"
                    .formatted(
                        load.applications().get(application),
                        application,
                        load.place(step(session)).project()),
            request ->
                request.header(
                    "Configuration-Context", session -> load.place(step(session)).stream().uri()));
    return calls.turn(users, LINK + scenario.id());
  }

  ChainBuilder select() {
    return users.turn(
        SELECT_OPERATION,
        search(SELECT_OPERATION, ApplicationScripts::selecting, this::selected)
            .exec(get(SELECT_OPERATION, ApplicationScripts::selecting, this::selected)));
  }

  private Titled selected(Session session) {
    return load.place(Users.user(session) + 11 * Users.passes(session)).stream();
  }

  private static String selecting(Session session) {
    return step(session) % 2 == 0 ? Applications.QM : Applications.RM;
  }
}
