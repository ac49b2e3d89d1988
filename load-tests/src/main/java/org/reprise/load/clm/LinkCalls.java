package org.reprise.load.clm;

import static io.gatling.javaapi.core.CoreDsl.StringBody;
import static io.gatling.javaapi.http.HttpDsl.header;
import static io.gatling.javaapi.http.HttpDsl.http;
import static org.reprise.load.generator.Turn.call;
import static org.reprise.load.generator.Turn.text;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import java.net.URI;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import org.reprise.load.deploy.Origin;

/**
 * The requests of the report's scenarios: create an artifact and save it, create the other one from
 * its links tab, and save the first one with the link.
 */
public record LinkCalls(
    Scenario scenario,
    BiFunction<String, Session, String> factory,
    UnaryOperator<HttpRequestActionBuilder> context) {
  private static final String SAVE_LINK = "SAVE LINK";
  private static final String SOURCE = "linkSource";
  private static final String TARGET = "linkTarget";
  private static final String TAG = "Tag";

  /** A user's turn; its link is acknowledged where all requests have succeeded. */
  public ChainBuilder turn(Users users, String operation) {
    var requests =
        create(scenario.from(), scenario.fromType(), SOURCE)
            .exec(create(scenario.to(), scenario.toType(), TARGET))
            .exec(saveLink());
    return users
        .turn(operation, requests)
        .exec(session -> {
          if (!session.isFailed() && session.contains(TARGET)) {
            var link = new Link(text(session, SOURCE), scenario.predicate(), text(session, TARGET));
            users.recorder().acknowledged(Link.KIND, link.text());
          }
          return session.remove(TARGET);
        });
  }

  private ChainBuilder create(String application, String type, String uri) {
    var name = "CREATE " + application;
    return call(
        name,
        context
            .apply(http(name).post(session -> factory.apply(application, session)))
            .body(StringBody(session -> Scenario.created(type, title(session))))
            .check(header("Location").saveAs(uri), header("ETag").saveAs(uri + TAG)),
        201);
  }

  private ChainBuilder saveLink() {
    return call(
        SAVE_LINK,
        context
            .apply(http(SAVE_LINK).put(this::source))
            .header("If-Match", session -> text(session, SOURCE + TAG))
            .body(
                StringBody(session ->
                    scenario.linked(text(session, SOURCE), title(session), text(session, TARGET)))),
        200,
        204);
  }

  private String source(Session session) {
    var origin = Origin.of(URI.create(factory.apply(scenario.from(), session)));
    return at(origin, text(session, SOURCE));
  }

  private static String title(Session session) {
    return "Of user %d, number %d".formatted(Users.user(session), Users.passes(session));
  }

  /** Credentials go to the application that was named, whatever origin its answers name. */
  public static String at(String origin, String uri) {
    var created = URI.create(uri);
    return origin + "/" + created.resolve("/").relativize(created);
  }
}
