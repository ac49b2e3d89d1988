package org.reprise.load.gc;

import static io.gatling.javaapi.core.CoreDsl.StringBody;
import static io.gatling.javaapi.core.CoreDsl.asLongAs;
import static io.gatling.javaapi.core.CoreDsl.bodyString;
import static io.gatling.javaapi.core.CoreDsl.doIf;
import static io.gatling.javaapi.core.CoreDsl.doIfOrElse;
import static io.gatling.javaapi.core.CoreDsl.doSwitch;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.jmesPath;
import static io.gatling.javaapi.core.CoreDsl.onCase;
import static io.gatling.javaapi.core.CoreDsl.pause;
import static io.gatling.javaapi.http.HttpDsl.header;
import static io.gatling.javaapi.http.HttpDsl.http;
import static org.reprise.load.gc.GcRequests.DOCUMENT;
import static org.reprise.load.gc.GcRequests.TAG;
import static org.reprise.load.generator.Turn.call;
import static org.reprise.load.generator.Turn.text;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Function;
import org.reprise.load.clm.Applications;
import org.reprise.load.clm.Users;
import org.reprise.load.gc.GcSimulation.Load.Place;
import org.reprise.load.gc.GcSimulation.Load.Titled;
import org.reprise.load.gc.Promises.Known;
import org.reprise.load.generator.Turn;

/**
 * The web UI: users who search and browse, and users who create streams and baselines. Each turn is
 * a page of the report's scripts; what a page asks the service for is one request.
 */
record UiScripts(GcSimulation.Load load, Users users, GcRequests requests) {
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
  private static final String MADE = "gcMade";
  private static final String CREATED = "gcCreated";
  private static final String CONTAINER = "gcContainer";
  private static final String OLD = "gcOld";
  private static final String NEW = "gcNew";
  private static final String WAITS = "gcWaits";

  ChainBuilder read() {
    return doSwitch((Session session) -> script(session, 3))
        .on(
            onCase(0).then(users.turn(LIST, list())),
            onCase(1)
                .then(
                    search("stream", Place::stream)
                        .exec(search("component", Place::component))
                        .exec(search("baseline", Place::baseline))),
            onCase(2).then(searchAndOpenComponent()))
        .exec(session -> {
          if (!users.isOver(session)) {
            users.recorder().record(READ_USE_CASE, Turn.due(session), System.nanoTime());
          }
          return session;
        });
  }

  ChainBuilder write() {
    // Whoever creates was in the middle of it when it came: else all would commit at once.
    return exec(session ->
            Users.passes(session) == 0 ? Users.ahead(session, ahead(Users.user(session))) : session)
        .exec(
            doIfOrElse((Session session) -> script(session, 2) == 0)
                .then(createAndCommitBaseline())
                .orElse(createStreamFromBaseline()));
  }

  /** Pages that a user has behind it when it comes: as many users of each script each number. */
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

  private ChainBuilder list() {
    return call(
        LIST,
        http(LIST)
            .get(load.gc() + "/gc/search?type=component&page=1")
            .header("Accept", "application/json")
            .check(jmesPath("results[0].uri").exists()),
        200);
  }

  private ChainBuilder search(String type, Function<Place, Titled> sought) {
    return users.look(
        SEARCH, requests.search(SEARCH, type, session -> sought.apply(place(session))));
  }

  private ChainBuilder searchAndOpenComponent() {
    return search("component", Place::component)
        .exec(open(OPEN_COMPONENT, session -> place(session).component()));
  }

  private ChainBuilder open(String operation, Function<Session, Titled> what) {
    return users.look(operation, requests.get(operation, it -> what.apply(it).uri()));
  }

  /** The pages after it are about what it shows. */
  private ChainBuilder openMade() {
    return users.turn(OPEN, requests.get(OPEN, session -> made(session).uri()));
  }

  private ChainBuilder createAndCommitBaseline() {
    return searchAndOpenComponent()
        .exec(search("stream", Place::stream))
        .exec(open(OPEN, session -> place(session).stream()))
        .exec(create("create-staging", Known.Kind.STAGING, Place::stream, "/staging"))
        .exec(openMade())
        .exec(replaceAll())
        .exec(commit());
  }

  private ChainBuilder createStreamFromBaseline() {
    return searchAndOpenComponent()
        .exec(search("baseline", Place::baseline))
        .exec(open(OPEN, session -> place(session).baseline()))
        .exec(create("create-stream", Known.Kind.STREAM, Place::baseline, "/streams"))
        .exec(openMade())
        .exec(replaceAll())
        .exec(users.look(OPEN, requests.get(OPEN, session -> made(session).uri())));
  }

  /** Of the work items the applications here have no versions: their pages ask for nothing. */
  private ChainBuilder replaceAll() {
    return replace(Applications.RM)
        .exec(replace(Applications.QM))
        .exec(users.idle(), users.idle(), users.idle());
  }

  private ChainBuilder create(
      String operation, Known.Kind kind, Function<Place, Titled> of, String factory) {
    return users.turn(
        operation,
        post(operation, session -> of.apply(place(session)).uri() + factory)
            .exec(session -> {
              var uri = text(session, CREATED);
              var targets = document(session, uri).targets();
              var previous = of.apply(place(session)).uri();
              return made(session, new Known(kind, uri, previous, "", targets));
            }));
  }

  private ChainBuilder post(String operation, Function<Session, String> factory) {
    return call(
        operation,
        http(operation)
            .post(session -> requests.at(factory.apply(session)))
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
        .exec(users.turn(LIST_LOCAL, requests.get(LIST_LOCAL, it -> text(it, CONTAINER))))
        .exec(this::selected)
        .exec(users.turn(select, requests.get(select, session -> text(session, NEW))))
        .exec(this::streamOf)
        .exec(
            users.turn(
                REPLACE,
                requests
                    .get(OPEN, session -> made(session).uri())
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
            .put(session -> requests.at(made(session).uri()))
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
    var look =
        exec(Turn::dueNow)
            .exec(
                Turn.turn(
                    users.recorder(),
                    OPEN,
                    requests.get(OPEN, it -> text(it, CREATED)).exec(this::committed)));
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
                    requests.get(COMMIT, session -> text(session, CREATED)),
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

  private Session committed(Session session) {
    var baseline = text(session, CREATED);
    acknowledge(
        new Known(
            Known.Kind.BASELINE,
            baseline,
            made(session).previous(),
            Objects.requireNonNullElse(session.getString(TAG), ""),
            document(session, baseline).targets()));
    return session;
  }
}
