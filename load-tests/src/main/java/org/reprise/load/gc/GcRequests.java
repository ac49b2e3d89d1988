package org.reprise.load.gc;

import static io.gatling.javaapi.core.CoreDsl.bodyString;
import static io.gatling.javaapi.core.CoreDsl.substring;
import static io.gatling.javaapi.http.HttpDsl.header;
import static io.gatling.javaapi.http.HttpDsl.http;
import static org.reprise.load.generator.Turn.call;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.function.Function;

/** Requests of the service and of the applications, as the report's clients send them. */
record GcRequests(GcLoad load) {
  /** The document of the answer, in the session. */
  static final String DOCUMENT = "gcDocument";

  static final String TAG = "gcTag";

  static final String CREATED = "gcCreated";

  private static final String JSON = "application/json";

  static String searching(GcLoad.Titled sought, String type) {
    return "/gc/search?q=%s&type=%s".formatted(encoded(sought.title()), type);
  }

  static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /** A search whose answer must have what was sought. */
  ChainBuilder search(String name, String type, Function<Session, GcLoad.Titled> sought) {
    return call(
        name,
        http(name)
            .get(session -> load.gc() + searching(sought.apply(session), type))
            .header("Accept", JSON)
            .check(substring(session -> "\"" + sought.apply(session).uri() + "\"")),
        200);
  }

  ChainBuilder get(String name, Function<Session, String> uri) {
    return call(
        name,
        http(name)
            .get(session -> at(uri.apply(session)))
            .check(bodyString().saveAs(DOCUMENT), header("ETag").optional().saveAs(TAG)),
        200);
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
