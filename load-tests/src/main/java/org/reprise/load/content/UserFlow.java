package org.reprise.load.content;

import static io.gatling.javaapi.core.CoreDsl.asLongAs;
import static io.gatling.javaapi.core.CoreDsl.doIf;
import static io.gatling.javaapi.core.CoreDsl.doSwitch;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.jmesPath;
import static io.gatling.javaapi.core.CoreDsl.onCase;
import static io.gatling.javaapi.http.HttpDsl.ByteArrayBodyPart;
import static io.gatling.javaapi.http.HttpDsl.StringBodyPart;
import static io.gatling.javaapi.http.HttpDsl.header;
import static io.gatling.javaapi.http.HttpDsl.http;
import static org.reprise.load.generator.Turn.think;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Choice;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.reprise.load.generator.Recorder;
import org.reprise.load.generator.Turn;

/**
 * A user from the log-in on (the report's figure 6): one-time transactions, then transactions that
 * are drawn at random, with a think time before each, for as long as the load lasts. Users are told
 * by each request's credentials, so that a log-out is no request. All but contents is CMIS 1.1's
 * browser binding.
 */
record UserFlow(ContentLoad load, Recorder recorder) {
  // In the session. The subject is what the operation is about: see ContentUser.
  private static final String USER = "user";
  private static final String OPERATION = "operation";
  private static final String SUBJECT = "subject";
  private static final String ADDED_ID = "addedId";

  private static final String SELECTOR = "cmisselector";
  private static final String PAGE = "50";

  ChainBuilder chain() {
    var users = new AtomicInteger();
    var once =
        exec(session -> session.set(USER, new ContentUser(load, users.getAndIncrement())))
            .exec(once(ContentLoad.LOG_IN, logIn()))
            .exec(once(ContentLoad.ALL_SEARCHES, allSearches()));
    return load.mix().isEmpty()
        ? once
        : once.exec(once(ContentLoad.OPEN_ROOT, openRoot()))
            .exec(
                asLongAs(_ -> recorder.goesOn(0))
                    .on(
                        think(recorder, session -> user(session).think())
                            .exec(doIf(_ -> recorder.goesOn(0)).then(transaction()))));
  }

  private ChainBuilder once(String operation, HttpRequestActionBuilder request) {
    return exec(Turn::dueNow).exec(turn(operation, request, 200));
  }

  private ChainBuilder turn(String operation, HttpRequestActionBuilder request, int status) {
    return Turn.turn(recorder, operation, Turn.call(operation, request, status));
  }

  private ChainBuilder transaction() {
    return exec(this::draw)
        .exec(
            doSwitch("#{" + OPERATION + "}")
                .on(
                    onCase(ContentLoad.ADD).then(turn(ContentLoad.ADD, add(), 201)),
                    choice(ContentLoad.REMOVE, remove()),
                    choice(ContentLoad.VIEW, view()),
                    choice(ContentLoad.PROPERTIES, properties()),
                    choice(ContentLoad.SEARCH, search())))
        .exec(this::done);
  }

  private Choice.WithKey choice(String operation, HttpRequestActionBuilder request) {
    return onCase(operation).then(turn(operation, request, 200));
  }

  private Session draw(Session session) {
    var operation = user(session).next();
    var subject = user(session).subject(operation);
    if (operation.equals(ContentLoad.REMOVE)) {
      recorder.acknowledged(ContentLoad.REMOVING, (String) subject);
    }
    return session.set(OPERATION, operation).set(SUBJECT, subject);
  }

  private Session done(Session session) {
    if (!session.isFailed()) {
      var now = System.nanoTime();
      recorder.record(ContentLoad.TRANSACTION, Turn.due(session), now);
      recorder.flowEnded(now);
      switch (Turn.text(session, OPERATION)) {
        case ContentLoad.ADD -> {
          var id = Turn.text(session, ADDED_ID);
          user(session).added(id);
          recorder.acknowledged(ContentLoad.ADDED, id + " " + upload(session).sha256());
        }
        case ContentLoad.REMOVE ->
            recorder.acknowledged(ContentLoad.REMOVED, Turn.text(session, SUBJECT));
        default -> {}
      }
    }
    return session.remove(SUBJECT).markAsSucceeded();
  }

  private static ContentUser user(Session session) {
    return Objects.requireNonNull(session.<ContentUser>get(USER));
  }

  private static StoredDocument document(Session session) {
    return Objects.requireNonNull(session.<StoredDocument>get(SUBJECT));
  }

  private static Upload upload(Session session) {
    return Objects.requireNonNull(session.<Upload>get(SUBJECT));
  }

  /** What any client asks first: which repositories there are. */
  private HttpRequestActionBuilder logIn() {
    return http("log in").get(load.repository().base() + Repository.BINDING).check(jmesPath("*"));
  }

  /** The view that the report's index is for. */
  private HttpRequestActionBuilder allSearches() {
    return query("all searches", _ -> "reprise:searchType IS NOT NULL", "results[0]");
  }

  private HttpRequestActionBuilder search() {
    return query("search", it -> "CONTAINS('%s')".formatted(it.getString(SUBJECT)), "results");
  }

  private HttpRequestActionBuilder query(
      String name, Function<Session, String> condition, String present) {
    var select = "SELECT cmis:objectId, cmis:name FROM cmis:document WHERE ";
    return http(name)
        .get(load.repository().url())
        .queryParam(SELECTOR, "query")
        .queryParam("q", session -> select + condition.apply(session))
        .queryParam("maxItems", PAGE)
        .check(jmesPath(present).exists());
  }

  private HttpRequestActionBuilder openRoot() {
    return http("open the root folder")
        .get(load.repository().root())
        .queryParam(SELECTOR, "children")
        .queryParam("maxItems", PAGE)
        .check(jmesPath("objects").exists());
  }

  private HttpRequestActionBuilder properties() {
    return http("properties")
        .get(load.repository().root())
        .queryParam("objectId", session -> document(session).id())
        .queryParam(SELECTOR, "properties")
        .queryParam("succinct", "true")
        .check(jmesPath("\"cmis:name\"").is(session -> document(session).name()));
  }

  private HttpRequestActionBuilder view() {
    return http("view")
        .get(session -> Repository.content(load.repository().base(), document(session).id()))
        .check(header("Content-Length").is(session -> "" + document(session).size()));
  }

  private HttpRequestActionBuilder add() {
    return action("add", "createDocument")
        .bodyPart(StringBodyPart("propertyId[0]", "cmis:objectTypeId"))
        .bodyPart(StringBodyPart("propertyValue[0]", "cmis:document"))
        .bodyPart(StringBodyPart("propertyId[1]", "cmis:name"))
        .bodyPart(StringBodyPart("propertyValue[1]", session -> upload(session).name()))
        .bodyPart(StringBodyPart("succinct", "true"))
        // The last one, so that the repository knows the document before its content comes.
        .bodyPart(
            ByteArrayBodyPart("content", session -> upload(session).content())
                .fileName(session -> upload(session).name())
                .contentType("application/octet-stream"))
        .check(jmesPath("succinctProperties.\"cmis:objectId\"").saveAs(ADDED_ID));
  }

  private HttpRequestActionBuilder remove() {
    return action("remove", "delete")
        .bodyPart(StringBodyPart("objectId", session -> session.getString(SUBJECT)));
  }

  private HttpRequestActionBuilder action(String name, String action) {
    return http(name).post(load.repository().root()).bodyPart(StringBodyPart("cmisaction", action));
  }
}
