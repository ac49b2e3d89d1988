package org.reprise.load.gc;

import static io.gatling.javaapi.core.CoreDsl.doIf;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.exitBlockOnFail;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.reprise.load.generator.Recorder;
import org.reprise.load.generator.Shape;

/**
 * When each user of a load has its turns: it comes, has one, thinks, has the next. What it does in
 * a turn counts from the end of its think time. After the end of the load nobody has one.
 */
final class Turns {
  /** When the answer to the request before a turn's last one was there, or its beginning. */
  static final String DUE = "gcDue";

  /** What is asked for, for the message where it fails. */
  static final String CALL = "gcCall";

  /** The status of the answer. */
  static final String STATUS = "gcStatus";

  private static final String USER = "gcUser";
  private static final String PAUSE = "gcPause";
  private static final String AHEAD = "gcAhead";
  private static final String IS_AHEAD = "gcIsAhead";
  private static final String PASS = "gcPass";
  private static final String HAS_COME = "gcHasCome";

  private final GcLoad load;
  private final Recorder recorder;
  private final int[] groups;
  private final long lengthNanos;
  private final AtomicInteger users = new AtomicInteger();
  private final AtomicLong begin = new AtomicLong();

  Turns(GcLoad load, Recorder recorder) {
    this.load = load;
    this.recorder = recorder;
    this.groups = load.groupOfEach();
    this.lengthNanos = ((Shape.Window) recorder.phase().shape()).ownTime().toNanos();
  }

  /** At the beginning of each pass: who the user is, and how many passes it has begun before. */
  Session pass(Session session) {
    if (session.contains(USER)) {
      return session.set(PASS, session.getInt(PASS) + 1);
    }
    begin.compareAndSet(0, System.nanoTime());
    return session
        .set(USER, users.getAndIncrement())
        .set(PASS, 0)
        .set(HAS_COME, false)
        .set(IS_AHEAD, false);
  }

  /** How many passes the user has begun before this one. */
  static int passes(Session session) {
    return session.getInt(PASS);
  }

  /** The number of the user, from 0 on. */
  static int user(Session session) {
    return session.getInt(USER);
  }

  /** The user's group. */
  GcLoad.Group group(Session session) {
    return load.groups().get(groups[user(session) % groups.length]);
  }

  /** Has the next turns of the user without a think time: it was in the middle when it came. */
  static Session ahead(Session session, int turns) {
    return session.set(AHEAD, turns).set(IS_AHEAD, turns > 0);
  }

  /** A turn without requests. */
  ChainBuilder idle() {
    return exec(this::thinking)
        .pause(session -> Objects.requireNonNull(session.<Duration>get(PAUSE)));
  }

  /**
   * A turn with one operation; left out where one before it has failed.
   *
   * @param requests of it
   */
  ChainBuilder turn(String operation, ChainBuilder requests) {
    return idle()
        .exec(
            doIf(session -> !session.isFailed() && recorder.goesOn(0))
                .then(exec(timed(operation, requests))));
  }

  /**
   * A turn that only looks: left out, too, where the user has it ahead, since nothing depends on
   * it.
   *
   * @param requests of it
   */
  ChainBuilder look(String operation, ChainBuilder requests) {
    return idle()
        .exec(
            doIf(session ->
                    !session.isFailed() && recorder.goesOn(0) && !session.getBoolean(IS_AHEAD))
                .then(exec(timed(operation, requests))));
  }

  /**
   * What else belongs to a turn, and counts from the answer before it; also where the load has come
   * to its end meanwhile.
   *
   * @param needed what the turn has left in the session, where it took place
   */
  ChainBuilder then(String operation, String needed, ChainBuilder requests) {
    return exec(
        doIf(session -> !session.isFailed() && session.contains(needed))
            .then(
                exec(session -> session.set(DUE, System.nanoTime()))
                    .exec(timed(operation, requests))));
  }

  private ChainBuilder timed(String operation, ChainBuilder requests) {
    return exec(session -> session.set(CALL, operation).remove(STATUS))
        .exec(exitBlockOnFail().on(requests))
        .exec(session -> recorded(operation, session));
  }

  private Session recorded(String operation, Session session) {
    if (session.isFailed()) {
      recorder.failed(
          operation,
          session.getString(CALL)
              + (session.contains(STATUS)
                  ? " answered " + session.getInt(STATUS)
                  : " was not answered"));
    } else {
      recorder.record(operation, session.getLong(DUE), System.nanoTime());
    }
    return session;
  }

  private Session thinking(Session session) {
    return session.isFailed() ? session.set(PAUSE, Duration.ZERO) : toTheNext(session);
  }

  private Session toTheNext(Session session) {
    var now = System.nanoTime();
    if (!session.getBoolean(HAS_COME)) {
      var comes = begin.get() + Math.round(user(session) * load.arrivalMs() * 1e6);
      return pausing(session.set(HAS_COME, true), Math.max(now, comes), now);
    }
    var ahead = session.contains(AHEAD) ? session.getInt(AHEAD) : 0;
    return ahead > 0
        ? pausing(session.set(AHEAD, ahead - 1), now, now)
        : pausing(session.set(IS_AHEAD, false), now + group(session).thinkMs() * 1_000_000, now);
  }

  private Session pausing(Session session, long due, long now) {
    var end = begin.get() + lengthNanos;
    return session
        .set(DUE, due)
        .set(PAUSE, Duration.ofNanos(Math.max(0, Math.min(due, end) - now)));
  }
}
