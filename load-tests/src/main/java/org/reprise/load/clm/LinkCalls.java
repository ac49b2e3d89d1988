package org.reprise.load.clm;

import static io.gatling.javaapi.core.CoreDsl.StringBody;
import static io.gatling.javaapi.http.HttpDsl.header;
import static io.gatling.javaapi.http.HttpDsl.http;
import static org.reprise.load.generator.Turn.call;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import java.net.URI;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;

/**
 * The requests of the report's scenarios: create an artifact and save it, create the other one from
 * its links tab, and save the first one with the link.
 *
 * @param origins of the applications by name
 * @param project of both artifacts
 * @param title of both artifacts
 * @param context adds headers to each request
 */
public record LinkCalls(
    Scenario scenario,
    UnaryOperator<String> origins,
    ToIntFunction<Session> project,
    Function<Session, String> title,
    UnaryOperator<HttpRequestActionBuilder> context) {
  /** The last request. */
  public static final String SAVE_LINK = "SAVE LINK";

  private static final String SOURCE = "linkSource";
  private static final String TARGET = "linkTarget";
  private static final String TAG = "Tag";

  public ChainBuilder all() {
    return create(scenario.from(), scenario::newSource, SOURCE)
        .exec(create(scenario.to(), scenario::newTarget, TARGET))
        .exec(saveLink());
  }

  private ChainBuilder create(String application, UnaryOperator<String> document, String uri) {
    var name = "CREATE " + application;
    var address = "%s/%s/oslc/projects/".formatted(origins.apply(application), application);
    return call(
        name,
        context
            .apply(http(name).post(session -> address + project.applyAsInt(session) + "/resources"))
            .body(StringBody(session -> document.apply(title.apply(session))))
            .check(header("Location").saveAs(uri), header("ETag").saveAs(uri + TAG)),
        201);
  }

  private ChainBuilder saveLink() {
    var origin = origins.apply(scenario.from());
    return call(
        SAVE_LINK,
        context
            .apply(http(SAVE_LINK).put(session -> at(origin, text(session, SOURCE))))
            .header("If-Match", session -> text(session, SOURCE + TAG))
            .body(
                StringBody(session ->
                    scenario.linked(
                        text(session, SOURCE), title.apply(session), text(session, TARGET)))),
        200,
        204);
  }

  /** Credentials go to the application that was named, whatever origin its answers name. */
  static String at(String origin, String uri) {
    var created = URI.create(uri);
    var query = created.getRawQuery();
    return origin + created.getRawPath() + (query == null ? "" : "?" + query);
  }

  /** Returns whether all requests for a link have succeeded. */
  public static boolean hasLink(Session session) {
    return !session.isFailed() && session.contains(TARGET);
  }

  /** Returns the link that the user has saved last. */
  public Link link(Session session) {
    return new Link(text(session, SOURCE), scenario.predicate(), text(session, TARGET));
  }

  /** Forgets the artifacts of the last link. */
  public static Session forget(Session session) {
    return session.remove(TARGET);
  }

  private static String text(Session session, String name) {
    return Objects.requireNonNull(session.getString(name), name);
  }
}
