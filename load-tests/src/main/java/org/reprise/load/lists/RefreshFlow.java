package org.reprise.load.lists;

import static io.gatling.javaapi.core.CoreDsl.asLongAs;
import static io.gatling.javaapi.core.CoreDsl.doWhile;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.feed;
import static io.gatling.javaapi.core.CoreDsl.jmesPath;
import static io.gatling.javaapi.http.HttpDsl.http;
import static org.reprise.load.generator.Turn.call;
import static org.reprise.load.generator.Turn.text;
import static org.reprise.load.generator.Turn.turn;
import static org.reprise.load.lists.Requests.save;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import java.time.Duration;
import java.util.Map;
import org.reprise.load.generator.Recorder;
import org.reprise.load.generator.Turn;

/**
 * The users of lists, one for each: POST refresh, a pause of 300 to 500 ms, then GET until the
 * refresh in progress is gone, without a pause as in the report or with one.
 */
record RefreshFlow(ListsLoad.Lists load, Course course, Recorder recorder) {
  private static final String LIST = "list";
  private static final String ROUND = "round";
  private static final String REFRESH = "refresh";
  private static final String IN_PROGRESS = "inProgress";
  private static final String SUCCEEDED = "succeeded";
  private static final String NONE = "none";

  ChainBuilder chain() {
    return feed(load.ids().stream().map(id -> Map.<String, Object>of(LIST, id)).iterator())
        .exec(Turn.step(_ -> course.begin(System.nanoTime())))
        .exec(
            asLongAs(it -> course.refreshAgain(it.getInt(ROUND), System.nanoTime()), ROUND)
                .on(
                    exec(Turn::dueNow)
                        .exec(turn(recorder, ListsLoad.REFRESH, refresh()))
                        .exec(this::acknowledged)))
        .exec(Turn.step(_ -> course.refreshed()));
  }

  private ChainBuilder refresh() {
    return new Requests(load.base())
        .post(
            "refresh", "/lists/#{list}/refresh?mode=" + load.mode(), "{}", 201, save(REFRESH, "id"))
        .pause(Duration.ofMillis(300), Duration.ofMillis(500))
        .exec(doWhile(RefreshFlow::isInProgress).on(look().pause(load.pollPause())))
        .exec(RefreshFlow::succeeded);
  }

  private ChainBuilder look() {
    return call(
        "list",
        http("list")
            .get(load.base() + "/lists/#{list}")
            .silent()
            .check(
                jmesPath("inProgressRefresh.id").withDefault(NONE).saveAs(IN_PROGRESS),
                jmesPath("successRefresh.id").withDefault(NONE).saveAs(SUCCEEDED)),
        200);
  }

  private static boolean isInProgress(Session session) {
    return !session.isFailed() && !NONE.equals(session.getString(IN_PROGRESS));
  }

  private static Session succeeded(Session session) {
    return session.isFailed() || text(session, REFRESH).equals(text(session, SUCCEEDED))
        ? session
        : Turn.fail(session, "the refresh did not succeed");
  }

  private Session acknowledged(Session session) {
    if (!session.isFailed()) {
      recorder.acknowledged(ListsLoad.REFRESHED, text(session, REFRESH));
    }
    return session.markAsSucceeded();
  }
}
