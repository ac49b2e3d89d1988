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
import java.util.Objects;
import java.util.function.Function;

/**
 * The stress test: users search for a global configuration and ask for it seven times, through the
 * proxies of two applications, which have the requests authenticated.
 */
record StressScripts(GcLoad load, Turns turns) {
  /** Requests for a configuration for each search. */
  static final int GETS = 7;

  private static final String GET = "proxied-get";
  private static final String SEARCH = "proxied-search";

  ChainBuilder all() {
    return exec(
        doIfOrElse((Session session) -> position(session) == 0)
            .then(turns.turn(SEARCH, search()))
            .orElse(turns.turn(GET, get())));
  }

  private static int position(Session session) {
    return (Turns.passes(session) + Turns.user(session)) % (GETS + 1);
  }

  /** The configuration that the user asks for until it searches again. */
  private GcLoad.Titled sought(Session session) {
    var searches = (Turns.passes(session) + Turns.user(session)) / (GETS + 1);
    return load.place(Turns.user(session) * 7 + searches).stream();
  }

  private ChainBuilder search() {
    return call(
        SEARCH,
        proxied(
                SEARCH,
                load,
                this::application,
                session -> GcRequests.searching(sought(session), "stream"))
            .header("Accept", "application/json")
            .check(substring(session -> "\"" + sought(session).uri() + "\"")),
        200);
  }

  private ChainBuilder get() {
    return call(
        GET,
        proxied(GET, load, this::application, session -> path(sought(session)))
            .check(substring(session -> "<" + sought(session).uri() + ">")),
        200);
  }

  private String application(Session session) {
    return turns.group(session).name();
  }

  static String path(GcLoad.Titled configuration) {
    return URI.create(configuration.uri()).getRawPath();
  }

  /**
   * A request of the service through the proxy of an application.
   *
   * @param path of what is asked for, at the service
   */
  static HttpRequestActionBuilder proxied(
      String name, GcLoad load, Function<Session, String> by, Function<Session, String> path) {
    return http(name)
        .get(session -> {
          var application = by.apply(session);
          return Objects.requireNonNull(load.applications().get(application))
              + "/"
              + application
              + "/proxy"
              + path.apply(session);
        })
        .header("OSLC-Proxied", "true");
  }
}
