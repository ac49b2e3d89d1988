package org.reprise.load.lists;

import static io.gatling.javaapi.core.CoreDsl.asLongAs;
import static io.gatling.javaapi.core.CoreDsl.doWhile;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.jmesPath;
import static io.gatling.javaapi.core.CoreDsl.pause;
import static io.gatling.javaapi.http.HttpDsl.http;
import static org.reprise.load.generator.Turn.call;
import static org.reprise.load.generator.Turn.turn;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.reprise.load.generator.Recorder;
import org.reprise.load.generator.Turn;

/**
 * The users of lists, one for each: POST refresh, a pause of 300 to 500 ms, then GET until the
 * refresh in progress is gone, without a pause as in the report or with one.
 */
final class ListAppChain {
  /** Looks at lists that were being refreshed. */
  static final String POLLS = "polls";

  private static final String LIST = "list";
  private static final String ROUND = "round";
  private static final String REFRESH = "refresh";
  private static final String IN_PROGRESS = "inProgress";
  private static final String SUCCEEDED = "succeeded";
  private static final String RECORDS = "records";
  private static final String NONE = "none";
  private static final Duration SHORTEST_PAUSE = Duration.ofMillis(300);
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(500);

  private final FlowLoad.Lists load;
  private final Course course;
  private final Recorder recorder;
  private final AtomicInteger users = new AtomicInteger();

  ListAppChain(FlowLoad.Lists load, Course course, Recorder recorder) {
    this.load = load;
    this.course = course;
    this.recorder = recorder;
  }

  ChainBuilder chain() {
    return exec(this::assigned)
        .exec(
            asLongAs(session -> course.refreshAgain(session.getInt(ROUND), System.nanoTime()))
                .on(
                    exec(ListAppChain::begun)
                        .exec(turn(recorder, FlowOperation.REFRESH, refresh()))
                        .exec(this::acknowledged)))
        .exec(session -> {
          course.refreshed();
          return session;
        });
  }

  private Session assigned(Session session) {
    course.begin(System.nanoTime());
    return session.set(LIST, load.ids().get(users.getAndIncrement())).set(ROUND, 0);
  }

  private static Session begun(Session session) {
    return Turn.dueNow(session.set(ROUND, session.getInt(ROUND) + 1).set(SUCCEEDED, NONE));
  }

  private ChainBuilder refresh() {
    var post =
        FlowCall.post("refresh", "/lists/#{list}/refresh", "{}", 201)
            .with("mode", load.mode())
            .remembering(REFRESH, "id");
    return post.sent(load.base())
        .pause(SHORTEST_PAUSE, LONGEST_PAUSE)
        .exec(doWhile(ListAppChain::inProgress).on(look()))
        .exec(ListAppChain::succeeded);
  }

  private ChainBuilder look() {
    var get =
        http("list")
            .get(load.base() + "/lists/#{list}")
            .silent()
            .check(
                jmesPath("inProgressRefresh.id").withDefault(NONE).saveAs(IN_PROGRESS),
                jmesPath("successRefresh.id").withDefault(NONE).saveAs(SUCCEEDED),
                jmesPath("to_string(successRefresh.recordsCount)")
                    .withDefault("0")
                    .saveAs(RECORDS));
    var looked =
        call("list", get, 200)
            .exec(session -> {
              recorder.count(POLLS);
              return session;
            });
    return load.pollPauseMs() == 0
        ? looked
        : looked.exec(pause(Duration.ofMillis(load.pollPauseMs())));
  }

  private static boolean inProgress(Session session) {
    return !session.isFailed() && !NONE.equals(session.getString(IN_PROGRESS));
  }

  private static Session succeeded(Session session) {
    return session.isFailed() || text(session, REFRESH).equals(text(session, SUCCEEDED))
        ? session
        : Turn.fail(session, "the refresh did not succeed");
  }

  private Session acknowledged(Session session) {
    if (session.isFailed()) {
      return session.markAsSucceeded();
    }
    Acknowledged.refreshed(
        recorder,
        new Acknowledged.Refreshed(text(session, LIST), text(session, REFRESH), records(session)));
    return session;
  }

  private static long records(Session session) {
    var text = text(session, RECORDS);
    return text.chars().allMatch(Character::isDigit) ? Long.parseLong(text) : 0;
  }

  private static String text(Session session, String name) {
    @Nullable String text = session.getString(name);
    return text == null ? "" : text;
  }
}
