package org.reprise.load.gc;

import static io.gatling.javaapi.core.CoreDsl.StringBody;
import static io.gatling.javaapi.core.CoreDsl.asLongAs;
import static io.gatling.javaapi.core.CoreDsl.bodyString;
import static io.gatling.javaapi.core.CoreDsl.doIf;
import static io.gatling.javaapi.core.CoreDsl.doIfOrElse;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.jmesPath;
import static io.gatling.javaapi.core.CoreDsl.onCase;
import static io.gatling.javaapi.core.CoreDsl.pause;
import static io.gatling.javaapi.core.CoreDsl.substring;
import static io.gatling.javaapi.http.HttpDsl.header;
import static io.gatling.javaapi.http.HttpDsl.http;
import static org.reprise.load.generator.Turn.call;
import static org.reprise.load.generator.Turn.text;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import java.net.URI;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.reprise.load.clm.Applications;
import org.reprise.load.clm.Users;
import org.reprise.load.deploy.Origin;
import org.reprise.load.gc.GcSimulation.Load.Place;
import org.reprise.load.gc.GcSimulation.Load.Titled;
import org.reprise.load.gc.Promises.Known;
import org.reprise.load.generator.Turn;

/**
 * The web UI: users who search and browse, and users who create streams and baselines. Each turn is
 * a page of the report's scripts; what a page asks the service for is one request.
 */
record UiScripts(GcSimulation.Load load, Users users) {
  /** Pages of a script that creates: 30 s before each make the report's 220 scripts an hour. */
  static final int PAGES = 16;

  /** A use case of those who read that has come to its end, beside the operations. */
  static final String READ_USE_CASE = "read use case";

  static final String READS = "reads";
  static final String WRITES = "writes";
  private static final String LIST = "list-components";
  private static final String SEARCH = "search";
  private static final String OPEN_COMPONENT = "open-component";
  private static final String OPEN = "open-configuration";
  private static final String LIST_LOCAL = "list-local";
  private static final String REPLACE = "replace-contribution";
  private static final String COMMIT = "commit-baseline";
  private static final Duration POLL = Duration.ofMillis(250);
  private static final String BODY = "<> <http://purl.org/dc/terms/title> \"%s\" .";
  private static final String JSON = "application/json";
  private static final String DOCUMENT = "gcDocument";
  private static final String TAG = "gcTag";
  private static final String MADE = "gcMade";
  private static final String CREATED = "gcCreated";
  private static final String CONTAINER = "gcContainer";
  private static final String OLD = "gcOld";
  private static final String NEW = "gcNew";
  private static final String WAITS = "gcWaits";

  ChainBuilder read() {
    var list =
        http(LIST)
            .get(load.gc() + "/gc/search?type=component&page=1")
            .header("Accept", JSON)
            .check(jmesPath("results[0].uri").exists());
    return exec(session -> inTheMiddle(session, Users.user(session) / 3 % 6))
        .doSwitch((Session session) -> script(session, 3))
        .on(
            onCase(0).then(users.look(LIST, call(LIST, list, 200))),
            onCase(1)
                .then(
                    search("stream", Place::stream)
                        .exec(search("component", Place::component))
                        .exec(search("baseline", Place::baseline))),
            onCase(2).then(searchAndOpenComponent()))
        .exec(
            Turn.step(session -> {
              if (!users.isOver(session)) {
                users.recorder().record(READ_USE_CASE, Turn.due(session), System.nanoTime());
              }
            }));
  }

  ChainBuilder write() {
    var look = users.look(OPEN, getMade());
    return exec(session -> inTheMiddle(session, ahead(Users.user(session))))
        .exec(
            doIfOrElse((Session session) -> script(session, 2) == 0)
                .then(create("/staging", Known.Kind.STAGING, "stream", Place::stream, commit()))
                .orElse(create("/streams", Known.Kind.STREAM, "baseline", Place::baseline, look)));
  }

  /** Whoever comes is in its scripts (reading: of six turns), or all would list, commit at once. */
  private static Session inTheMiddle(Session session, int behind) {
    return Users.passes(session) == 0 ? Users.ahead(session, behind) : session;
  }

  static int ahead(int user) {
    return user / 2 % PAGES;
  }

  static int script(int user, int passes, int of) {
    return (user + passes) % of;
  }

  private static int script(Session session, int of) {
    return script(Users.user(session), Users.passes(session), of);
  }

  private static int number(Session session) {
    return Users.user(session) * 37 + Users.passes(session) * 11;
  }

  private Place place(Session session) {
    return load.place(number(session));
  }

  private ChainBuilder search(String type, Function<Place, Titled> sought) {
    var search = http(SEARCH).get(load.gc() + "/gc/search");
    return users.look(
        SEARCH, search(SEARCH, search, type, session -> sought.apply(place(session))));
  }

  static ChainBuilder search(
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

  private ChainBuilder get(String name, Function<Session, String> uri) {
    return call(
        name,
        http(name)
            .get(session -> at(uri.apply(session)))
            .check(bodyString().saveAs(DOCUMENT), header("ETag").optional().saveAs(TAG)),
        200);
  }

  /** Credentials go to the service and the applications, whatever their answers name. */
  private String at(String uri) {
    var asked = Origin.of(URI.create(uri));
    if (Stream.concat(Stream.of(load.gc()), load.applications().values().stream())
        .noneMatch(it -> Origin.of(URI.create(it)).equals(asked))) {
      throw new IllegalArgumentException(uri + " is of a server that is no part of the load");
    }
    return uri;
  }

  private ChainBuilder searchAndOpenComponent() {
    return search("component", Place::component).exec(open(OPEN_COMPONENT, Place::component));
  }

  private ChainBuilder open(String operation, Function<Place, Titled> what) {
    return users.look(operation, get(operation, it -> what.apply(place(it)).uri()));
  }

  private ChainBuilder getMade() {
    return get(OPEN, session -> made(session).uri());
  }

  /** Finds what there is, creates the one from it, and replaces its contributions. */
  private ChainBuilder create(
      String factory, Known.Kind kind, String type, Function<Place, Titled> of, ChainBuilder end) {
    var operation = kind == Known.Kind.STAGING ? "create-staging" : "create-stream";
    var creation =
        post(operation, session -> of.apply(place(session)).uri() + factory)
            .exec(session -> {
              var uri = text(session, CREATED);
              var targets = document(session, uri).targets();
              var previous = of.apply(place(session)).uri();
              return made(session, new Known(kind, uri, previous, "", targets));
            });
    return searchAndOpenComponent()
        .exec(search(type, of))
        .exec(open(OPEN, of))
        .exec(users.turn(operation, creation))
        // The pages after this one are about what it shows.
        .exec(users.turn(OPEN, getMade()))
        .exec(replace(Applications.RM))
        .exec(replace(Applications.QM))
        // Of the work items the applications here have no versions: their pages ask for nothing.
        .exec(users.idle(), users.idle(), users.idle())
        .exec(end);
  }

  private ChainBuilder post(String operation, Function<Session, String> factory) {
    return call(
        operation,
        http(operation)
            .post(session -> at(factory.apply(session)))
            .body(StringBody(session -> BODY.formatted("Of user " + Users.user(session))))
            .check(header("Location").saveAs(CREATED), bodyString().saveAs(DOCUMENT)),
        // 202: it takes longer. 303: nothing has changed since the baseline that it leads to.
        201,
        202,
        303);
  }

  private Session made(Session session, Known known) {
    acknowledge(known);
    return session.set(MADE, known);
  }

  private void acknowledge(Known known) {
    users.recorder().acknowledged(Known.ACKNOWLEDGED, known.text());
  }

  private static Known made(Session session) {
    return Objects.requireNonNull(session.<Known>get(MADE));
  }

  private static GcDocument document(Session session, String uri) {
    return GcDocument.of(uri, text(session, DOCUMENT));
  }

  /** Three pages: list what the application has, select one, and save the configuration with it. */
  private ChainBuilder replace(String application) {
    var select = "select-" + application;
    return exec(session -> contributed(application, session))
        .exec(users.turn(LIST_LOCAL, get(LIST_LOCAL, it -> text(it, CONTAINER))))
        .exec(this::selected)
        .exec(users.turn(select, get(select, session -> text(session, NEW))))
        .exec(this::streamOf)
        .exec(
            users.turn(
                REPLACE,
                getMade()
                    .exec(save())
                    // What was saved counts, also where the load has come to its end meanwhile.
                    .exec(session ->
                        made(
                            session,
                            made(session).replaced(text(session, OLD), text(session, NEW))))));
  }

  private Session contributed(String application, Session session) {
    if (users.isOver(session)) {
      return session;
    }
    var made = made(session);
    var origin = load.applications().get(application) + "/" + application + "/";
    var old = made.targets().stream().filter(it -> it.startsWith(origin)).findFirst();
    if (old.isEmpty()) {
      return missing(session, "nothing of " + application + " is contributed");
    }
    // The baselines of a stream, or all configurations of its component.
    var container =
        made.kind() == Known.Kind.STAGING
            ? old.get() + "/baselines"
            : document(session, made.uri()).componentOf(old.get()).orElse("") + "/configurations";
    return session.set(OLD, old.get()).set(CONTAINER, container);
  }

  private Session missing(Session session, String why) {
    users.recorder().failed(LIST_LOCAL, why);
    return session.markAsFailed();
  }

  private Session selected(Session session) {
    if (users.isOver(session)) {
      return session;
    }
    if (made(session).kind() == Known.Kind.STREAM) {
      // What was contributed is looked at, and tells the stream that takes its place.
      return session.set(NEW, text(session, OLD));
    }
    var container = text(session, CONTAINER);
    var members = GcDocument.members(container, text(session, DOCUMENT));
    return members.isEmpty()
        ? missing(session, container + " lists no baseline")
        : session.set(NEW, members.get(number(session) % members.size()));
  }

  private Session streamOf(Session session) {
    return users.isOver(session) || made(session).kind() == Known.Kind.STAGING
        ? session
        : session.set(NEW, document(session, text(session, OLD)).baselineOfStream());
  }

  private ChainBuilder save() {
    return call(
        REPLACE,
        http(REPLACE)
            .put(session -> at(made(session).uri()))
            .header("If-Match", session -> text(session, TAG))
            .header("Prefer", "return=minimal")
            .body(
                StringBody(session ->
                    text(session, DOCUMENT)
                        .replace("<" + text(session, OLD) + ">", "<" + text(session, NEW) + ">"))),
        200,
        204);
  }

  /** The commit, and a look at the baseline, which stays as it is then. */
  private ChainBuilder commit() {
    var baseline = get(OPEN, it -> text(it, CREATED)).exec(Turn.step(this::committed));
    var look = exec(Turn::dueNow).exec(Turn.turn(users.recorder(), OPEN, baseline));
    return exec(session -> session.remove(CREATED))
        .exec(users.turn(COMMIT, post(COMMIT, it -> made(it).uri() + "/baselines").exec(awaited())))
        // Also where the load has come to its end meanwhile.
        .exec(
            doIf((Session session) -> !session.isFailed() && session.contains(CREATED)).then(look));
  }

  /** A commit that takes longer is an activity, whose document tells the baseline in the end. */
  private ChainBuilder awaited() {
    return exec(session -> session.set(WAITS, Turn.status(session) == 202))
        .exec(
            asLongAs(session -> session.getBoolean(WAITS))
                .on(
                    pause(POLL),
                    get(COMMIT, session -> text(session, CREATED)),
                    exec(UiScripts::followActivity)));
  }

  private static Session followActivity(Session session) {
    var activity = text(session, CREATED);
    if (!GcDocument.hasEnded(activity, text(session, DOCUMENT))) {
      return session;
    }
    var over = session.set(WAITS, false);
    return GcDocument.baselineOf(activity, text(session, DOCUMENT))
        .map(it -> over.set(CREATED, it))
        .orElseGet(() -> Turn.fail(over, "the activity of a commit led to no baseline"));
  }

  private void committed(Session session) {
    var baseline = text(session, CREATED);
    var etag = Objects.requireNonNullElse(session.getString(TAG), "");
    var targets = document(session, baseline).targets();
    acknowledge(new Known(Known.Kind.BASELINE, baseline, made(session).previous(), etag, targets));
  }
}
