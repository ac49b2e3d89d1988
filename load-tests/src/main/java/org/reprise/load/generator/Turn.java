package org.reprise.load.generator;

import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.exitBlockOnFail;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.http.HttpDsl;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What the users of every system do: think, and then have a turn of one request or several. A turn
 * counts from when it was due, however late the generator woke up, and is recorded as one operation
 * or as one failure.
 */
public final class Turn {
  /** When the turn is due, by {@link System#nanoTime}, in the session. */
  private static final String DUE = "due";

  private static final String PAUSE = "pause";
  private static final String CALL = "call";
  private static final String STATUS = "status";
  private static final String REASON = "reason";

  private Turn() {}

  /** Pauses, but not beyond the end of the load; the next turn is due at the end of the pause. */
  public static ChainBuilder think(Recorder recorder, Function<Session, Duration> time) {
    return exec(
            session -> {
              var pause = Duration.ofNanos(recorder.untilEnd(time.apply(session).toNanos()));
              return session.set(PAUSE, pause).set(DUE, System.nanoTime() + pause.toNanos());
            })
        .pause(session -> Objects.requireNonNull(session.<Duration>get(PAUSE)));
  }

  public static ChainBuilder step(Consumer<Session> action) {
    return exec(session -> {
      action.accept(session);
      return session;
    });
  }

  public static Session dueNow(Session session) {
    return session.set(DUE, System.nanoTime());
  }

  public static long due(Session session) {
    return session.getLong(DUE);
  }

  public static String text(Session session, String name) {
    return Objects.requireNonNull(session.getString(name), name);
  }

  /** A request that fails unless its answer has one of these statuses. */
  public static ChainBuilder call(
      String name, HttpRequestActionBuilder request, Integer... statuses) {
    return exec(session -> session.set(CALL, name).remove(STATUS).remove(REASON))
        .exec(request.check(HttpDsl.status().saveAs(STATUS), HttpDsl.status().in(statuses)));
  }

  public static Session fail(Session session, String reason) {
    return session.set(REASON, reason).markAsFailed();
  }

  public static int status(Session session) {
    return session.getInt(STATUS);
  }

  /** Requests one after another up to the first that fails, recorded together. */
  public static ChainBuilder turn(Recorder recorder, String operation, ChainBuilder requests) {
    return exec(exitBlockOnFail().on(requests))
        .exec(
            step(session -> {
              if (session.isFailed()) {
                recorder.failed(operation, failure(session));
              } else {
                recorder.record(operation, due(session), System.nanoTime());
              }
            }));
  }

  public static String failure(Session session) {
    if (session.contains(REASON)) {
      return text(session, REASON);
    }
    var call = session.contains(CALL) ? session.getString(CALL) : "the first request";
    return call + (isAnswered(session) ? " answered " + status(session) : " was not answered");
  }

  static boolean isAnswered(Session session) {
    return session.contains(STATUS);
  }
}
