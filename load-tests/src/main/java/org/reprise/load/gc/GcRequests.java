package org.reprise.load.gc;

import static io.gatling.javaapi.core.CoreDsl.bodyString;
import static io.gatling.javaapi.core.CoreDsl.substring;
import static io.gatling.javaapi.http.HttpDsl.header;
import static io.gatling.javaapi.http.HttpDsl.http;
import static org.reprise.load.generator.Turn.call;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import java.net.URI;
import java.util.function.Function;
import java.util.stream.Stream;
import org.reprise.load.deploy.Origin;
import org.reprise.load.gc.GcSimulation.Load.Titled;

/** Requests of the service and of the applications, as the report's clients send them. */
record GcRequests(GcSimulation.Load load) {
  static final String DOCUMENT = "gcDocument";
  static final String TAG = "gcTag";
  private static final String JSON = "application/json";

  ChainBuilder search(String name, String type, Function<Session, Titled> sought) {
    return search(name, http(name).get(load.gc() + "/gc/search"), type, sought);
  }

  private static ChainBuilder search(
      String name,
      HttpRequestActionBuilder request,
      String type,
      Function<Session, Titled> sought) {
    return call(
        name,
        request
            .queryParam("q", session -> sought.apply(session).title())
            .queryParam("type", type)
            .header("Accept", JSON)
            .check(substring(session -> "\"" + sought.apply(session).uri() + "\"")),
        200);
  }

  ChainBuilder proxiedSearch(
      String name, Function<Session, String> application, Function<Session, Titled> sought) {
    return search(name, proxied(name, application, _ -> "/gc/search"), "stream", sought);
  }

  ChainBuilder proxiedGet(
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

  ChainBuilder get(String name, Function<Session, String> uri) {
    return call(
        name,
        http(name)
            .get(session -> at(uri.apply(session)))
            .check(bodyString().saveAs(DOCUMENT), header("ETag").optional().saveAs(TAG)),
        200);
  }

  /** Credentials go to the service and the applications, whatever their answers name. */
  String at(String uri) {
    var asked = Origin.of(URI.create(uri));
    if (Stream.concat(Stream.of(load.gc()), load.applications().values().stream())
        .noneMatch(it -> Origin.of(URI.create(it)).equals(asked))) {
      throw new IllegalArgumentException(uri + " is of a server that is no part of the load");
    }
    return uri;
  }
}
