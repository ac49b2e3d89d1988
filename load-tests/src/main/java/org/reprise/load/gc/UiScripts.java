package org.reprise.load.gc;

import static io.gatling.javaapi.core.CoreDsl.StringBody;
import static io.gatling.javaapi.core.CoreDsl.asLongAs;
import static io.gatling.javaapi.core.CoreDsl.bodyString;
import static io.gatling.javaapi.core.CoreDsl.doIfOrElse;
import static io.gatling.javaapi.core.CoreDsl.doSwitch;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.jmesPath;
import static io.gatling.javaapi.core.CoreDsl.onCase;
import static io.gatling.javaapi.core.CoreDsl.pause;
import static io.gatling.javaapi.http.HttpDsl.header;
import static io.gatling.javaapi.http.HttpDsl.http;
import static org.reprise.load.gc.GcRequests.CREATED;
import static org.reprise.load.gc.GcRequests.DOCUMENT;
import static org.reprise.load.gc.GcRequests.TAG;
import static org.reprise.load.gc.GcRequests.text;
import static org.reprise.load.generator.Turn.call;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Function;
import org.reprise.load.clm.Applications;
import org.reprise.load.gc.GcLoad.Place;
import org.reprise.load.gc.GcLoad.Titled;
import org.reprise.load.generator.Recorder;
import org.reprise.load.generator.Turn;

/**
 * The web UI: users who search and browse, and users who create streams and baselines. Each turn is
 * a page of the report's scripts; what a page asks the service for is one request.
 */
final class UiScripts {
  /** Pages of a script that creates: 30 s before each make the report's 220 scripts an hour. */
  static final int PAGES = 16;

  /** A use case of those who read that has come to its end, beside the operations. */
  static final String READ_USE_CASE = "read use case";

  /** Users who search and browse. */
  static final String READS = "reads";

  /** Users who create streams and baselines. */
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

  /** Of the work items the applications here have no versions: their pages ask for nothing. */
  private static final int PAGES_OF_WORK_ITEMS = 3;

  private static final String OLD = "gcOld";
  private static final String NEW = "gcNew";
  private static final String MADE = "gcMade";
  private static final String SAVED = "gcSaved";
  private static final String WAITS = "gcWaits";
  private static final String PLACE = "gcPlace";

  private final GcLoad load;
  private final Turns turns;
  private final Recorder recorder;
  private final GcRequests requests;

  UiScripts(GcLoad load, Turns turns, Recorder recorder) {
    this.load = load;
    this.turns = turns;
    this.recorder = recorder;
    this.requests = new GcRequests(load);
  }

  ChainBuilder all() {
    return exec(this::begin)
        .exec(
            doIfOrElse((Session session) -> turns.group(session).name().equals(READS))
                .then(reads())
                .orElse(
                    doIfOrElse((Session session) -> script(session, 2) == 0)
                        .then(createAndCommitBaseline())
                        .orElse(createStreamFromBaseline())));
  }

  private Session begin(Session session) {
    var user = Turns.user(session);
    var begun = session.set(PLACE, user * 37 + Turns.passes(session) * 11);
    // Whoever creates was in the middle of it when it came: else all would commit at once.
    return Turns.passes(session) == 0 && !turns.group(session).name().equals(READS)
        ? Turns.ahead(begun, ahead(user))
        : begun;
  }

  /** Pages that a user has behind it when it comes: as many users of each script each number. */
  static int ahead(int user) {
    return user / 4 % PAGES;
  }

  private static int script(Session session, int of) {
    return script(Turns.user(session), Turns.passes(session), of);
  }

  /** Which of so many scripts a user has in a pass. */
  static int script(int user, int passes, int of) {
    return (user / 2 + passes) % of;
  }

  private Place place(Session session) {
    return load.place(session.getInt(PLACE));
  }

  private ChainBuilder reads() {
    return exec(doSwitch((Session session) -> script(session, 3))
            .on(
                onCase(0).then(turns.turn(LIST, list())),
                onCase(1).then(quickSearch()),
                onCase(2).then(searchAndSelectComponent())))
        .exec(session -> {
          if (!session.isFailed() && recorder.goesOn(0)) {
            recorder.record(READ_USE_CASE, Turn.due(session), System.nanoTime());
          }
          return session;
        });
  }

  /** Search for the first 25 global components, which are one page. */
  private ChainBuilder list() {
    return call(
        LIST,
        http(LIST)
            .get(load.gc() + "/gc/search?type=component&page=1")
            .header("Accept", "application/json")
            .check(
                jmesPath("length(results)").ofInt().is(Math.min(25, load.configurations().size()))),
        200);
  }

  /** Search for a global stream, component, and baseline (in that order). */
  private ChainBuilder quickSearch() {
    return exec(
        search("stream", it -> it.stream()),
        search("component", it -> it.component()),
        search("baseline", it -> it.baseline()));
  }

  /** Search for a global component and click link to view component details. */
  private ChainBuilder searchAndSelectComponent() {
    return exec(search("component", it -> it.component()), openComponent());
  }

  private ChainBuilder search(String type, Function<Place, Titled> sought) {
    return turns.look(
        SEARCH, requests.search(SEARCH, type, session -> sought.apply(place(session))));
  }

  private ChainBuilder openComponent() {
    return turns.look(
        OPEN_COMPONENT, requests.get(OPEN_COMPONENT, session -> place(session).component().uri()));
  }

  private ChainBuilder open(Function<Session, String> uri) {
    return turns.look(OPEN, requests.get(OPEN, uri));
  }

  /** The pages after it are about what it shows. */
  private ChainBuilder openMade() {
    return turns.turn(OPEN, requests.get(OPEN, session -> text(session, MADE)));
  }

  /** The report's CreateAndCommitBaseline, page by page. */
  private ChainBuilder createAndCommitBaseline() {
    return exec(search("component", it -> it.component()), openComponent())
        .exec(search("stream", it -> it.stream()), open(it -> place(it).stream().uri()))
        .exec(
            create(
                "create-staging",
                session -> place(session).stream().uri() + "/staging",
                Known.Kind.STAGING,
                session -> place(session).stream().uri()))
        .exec(openMade())
        .exec(replaceAll(Known.Kind.STAGING))
        .exec(commit());
  }

  /** The report's CreateStreamFromBaseline, page by page. */
  private ChainBuilder createStreamFromBaseline() {
    return exec(search("component", it -> it.component()), openComponent())
        .exec(search("baseline", it -> it.baseline()), open(it -> place(it).baseline().uri()))
        .exec(
            create(
                "create-stream",
                session -> place(session).baseline().uri() + "/streams",
                Known.Kind.STREAM,
                session -> place(session).baseline().uri()))
        .exec(openMade())
        .exec(replaceAll(Known.Kind.STREAM))
        .exec(open(session -> text(session, MADE)));
  }

  private ChainBuilder replaceAll(Known.Kind kind) {
    var all = exec(replace(Applications.RM, kind), replace(Applications.QM, kind));
    for (int page = 0; page < PAGES_OF_WORK_ITEMS; page++) {
      all = all.exec(turns.idle());
    }
    return all;
  }

  private ChainBuilder create(
      String operation,
      Function<Session, String> factory,
      Known.Kind kind,
      Function<Session, String> previous) {
    return turns
        .turn(operation, post(operation, factory))
        .exec(session -> {
          if (session.isFailed() || !session.contains(CREATED)) {
            return session;
          }
          var made = text(session, CREATED);
          recorder.acknowledged(
              Known.ACKNOWLEDGED,
              new Known(kind, made, previous.apply(session), "", document(session, made).targets())
                  .text());
          return session.set(MADE, made).remove(CREATED);
        });
  }

  private ChainBuilder post(String operation, Function<Session, String> factory) {
    return call(
        operation,
        http(operation)
            .post(session -> requests.at(factory.apply(session)))
            .body(StringBody(session -> BODY.formatted("Of user " + Turns.user(session))))
            .check(header("Location").saveAs(CREATED), bodyString().saveAs(DOCUMENT)),
        // 202: it takes longer. 303: nothing has changed since the baseline that it leads to.
        201,
        202,
        303);
  }

  private static GcDocument document(Session session, String uri) {
    return GcDocument.of(uri, text(session, DOCUMENT));
  }

  /** Three pages: list what the application has, select one, and save the configuration with it. */
  private ChainBuilder replace(String application, Known.Kind kind) {
    return exec(session -> contributed(application, session))
        .exec(turns.turn(LIST_LOCAL, requests.get(LIST_LOCAL, it -> container(it, kind))))
        .exec(session -> selected(session, kind))
        .exec(
            turns.turn(
                "select-" + application,
                requests.get("select-" + application, it -> text(it, NEW))))
        .exec(session -> streamOf(session, kind))
        .exec(
            turns.turn(
                REPLACE,
                requests
                    .get(OPEN, session -> text(session, MADE))
                    .exec(save())
                    .exec(session -> session.set(SAVED, true))))
        .exec(session -> replaced(session, kind));
  }

  /** What the application contributes to the configuration that was opened. */
  // Whoever has come to the end of the load leaves out the rest as after a failure.
  private Session contributed(String application, Session session) {
    if (isOver(session, DOCUMENT)) {
      return session.markAsFailed();
    }
    var origin = load.applications().get(application) + "/" + application + "/";
    var document = document(session, text(session, MADE));
    return document.targets().stream()
        .filter(it -> it.startsWith(origin))
        .findFirst()
        .map(it -> session.set(OLD, it).set("gcComponent", document.componentOf(it).orElse("")))
        .orElseGet(() -> missing(session, "nothing of " + application + " is contributed"));
  }

  private Session missing(Session session, String why) {
    recorder.failed(LIST_LOCAL, why);
    return session.markAsFailed();
  }

  private boolean isOver(Session session, String needed) {
    return session.isFailed() || !recorder.goesOn(0) || !session.contains(needed);
  }

  /** The baselines of a stream, or all configurations of its component. */
  private static String container(Session session, Known.Kind kind) {
    return kind == Known.Kind.STAGING
        ? text(session, OLD) + "/baselines"
        : text(session, "gcComponent") + "/configurations";
  }

  private Session selected(Session session, Known.Kind kind) {
    if (isOver(session, DOCUMENT)) {
      return session.markAsFailed();
    }
    if (kind == Known.Kind.STREAM) {
      // What was contributed is looked at, and tells the stream that takes its place.
      return session.set(NEW, text(session, OLD));
    }
    var members = GcDocument.members(container(session, kind), text(session, DOCUMENT));
    return members.isEmpty()
        ? missing(session, container(session, kind) + " lists no baseline")
        : session.set(NEW, members.get(session.getInt(PLACE) % members.size()));
  }

  private Session streamOf(Session session, Known.Kind kind) {
    if (isOver(session, DOCUMENT)) {
      return session.markAsFailed();
    }
    return kind == Known.Kind.STAGING
        ? session
        : session.set(NEW, document(session, text(session, OLD)).baselineOfStream());
  }

  private ChainBuilder save() {
    return call(
        REPLACE,
        http(REPLACE)
            .put(session -> requests.at(text(session, MADE)))
            .header("If-Match", session -> text(session, TAG))
            .body(
                StringBody(session ->
                    text(session, DOCUMENT)
                        .replace("<" + text(session, OLD) + ">", "<" + text(session, NEW) + ">"))),
        200,
        204);
  }

  private Session replaced(Session session, Known.Kind kind) {
    // What was saved counts, also where the load has come to its end meanwhile.
    if (!session.contains(SAVED)) {
      return session.markAsFailed();
    }
    var made = text(session, MADE);
    var targets =
        document(session, made).targets().stream()
            .map(it -> it.equals(text(session, OLD)) ? text(session, NEW) : it)
            .toList();
    var place = place(session);
    recorder.acknowledged(
        Known.ACKNOWLEDGED,
        new Known(
                kind,
                made,
                (kind == Known.Kind.STREAM ? place.baseline() : place.stream()).uri(),
                "",
                targets)
            .text());
    return session.remove(SAVED);
  }

  /** The commit, and a look at the baseline, which stays as it is then. */
  private ChainBuilder commit() {
    return exec(
        turns.turn(COMMIT, post(COMMIT, it -> text(it, MADE) + "/baselines").exec(awaited())),
        turns.then(OPEN, CREATED, requests.get(OPEN, session -> text(session, CREATED))),
        exec(this::committed));
  }

  /** A commit that takes longer is an activity, whose document tells the baseline in the end. */
  private ChainBuilder awaited() {
    return exec(session -> session.set(WAITS, Turn.status(session) == 202))
        .exec(
            asLongAs(session -> session.getBoolean(WAITS))
                .on(
                    pause(POLL),
                    requests.get(COMMIT, session -> text(session, CREATED)),
                    exec(UiScripts::told)));
  }

  private static Session told(Session session) {
    var activity = Activity.of(text(session, CREATED), text(session, DOCUMENT));
    if (!activity.ended()) {
      return session;
    }
    var over = session.set(WAITS, false).remove(CREATED);
    return activity
        .baseline()
        .map(it -> over.set(CREATED, it))
        .orElseGet(() -> Turn.fail(over, "the activity of a commit led to no baseline"));
  }

  private Session committed(Session session) {
    if (session.isFailed() || !session.contains(CREATED)) {
      return session;
    }
    var baseline = text(session, CREATED);
    recorder.acknowledged(
        Known.ACKNOWLEDGED,
        new Known(
                Known.Kind.BASELINE,
                baseline,
                place(session).stream().uri(),
                Objects.requireNonNullElse(session.getString(TAG), ""),
                document(session, baseline).targets())
            .text());
    return session.remove(CREATED);
  }
}
