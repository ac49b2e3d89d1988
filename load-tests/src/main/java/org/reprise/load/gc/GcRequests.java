package org.reprise.load.gc;

import static io.gatling.javaapi.core.CoreDsl.bodyString;
import static io.gatling.javaapi.core.CoreDsl.substring;
import static io.gatling.javaapi.http.HttpDsl.header;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.function.Function;

/** Requests of the service and of the applications, as the report's clients send them. */
record GcRequests(GcLoad load) {
  /** The document of the answer, in the session. */
  static final String DOCUMENT = "gcDocument";

  /** Its entity tag. */
  static final String TAG = "gcTag";

  /** The URI of what was created. */
  static final String CREATED = "gcCreated";

  private static final String JSON = "application/json";

  /** A search, as one part of an address. */
  static String searching(GcLoad.Titled sought, String type) {
    return "/gc/search?q=%s&type=%s".formatted(encoded(sought.title()), type);
  }

  /** A text as a part of an address. */
  static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /** A search whose answer must have what was sought. */
  HttpRequestActionBuilder search(
      String name, String type, Function<Session, GcLoad.Titled> sought) {
    return http(name)
        .get(session -> load.gc() + searching(sought.apply(session), type))
        .header("Accept", JSON)
        .check(
            status().saveAs(Turns.STATUS),
            status().is(200),
            substring(session -> "\"" + sought.apply(session).uri() + "\""));
  }

  /** A resource, whose document stays in the session. */
  HttpRequestActionBuilder get(String name, Function<Session, String> uri) {
    return http(name)
        .get(session -> at(uri.apply(session)))
        .check(
            status().saveAs(Turns.STATUS),
            status().is(200),
            bodyString().saveAs(DOCUMENT),
            header("ETag").optional().saveAs(TAG));
  }

  /**
   * Where a URI is asked for. Credentials go to the servers that the run has started, whatever
   * their answers name.
   */
  String at(String uri) {
    var asked = URI.create(uri);
    var origin = asked.getScheme() + "://" + asked.getRawAuthority();
    if (!origin.equals(load.gc()) && !load.applications().containsValue(origin)) {
      throw new IllegalArgumentException(uri + " is of a server that is no part of the run");
    }
    return uri;
  }

  /** A text of the session, which must be there. */
  static String text(Session session, String name) {
    return Objects.requireNonNull(session.getString(name), name);
  }
}
