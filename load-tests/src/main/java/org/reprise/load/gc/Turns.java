package org.reprise.load.gc;

import static io.gatling.javaapi.core.CoreDsl.doIf;
import static io.gatling.javaapi.core.CoreDsl.exec;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.reprise.load.generator.Recorder;
import org.reprise.load.generator.Turn;

/**
 * When each user of a load has its turns: it comes, has one, thinks, has the next. After the end of
 * the load nobody has one.
 */
final class Turns {
  private static final String USER = "gcUser";
  private static final String AHEAD = "gcAhead";
  private static final String IS_AHEAD = "gcIsAhead";
  private static final String PASS = "gcPass";
  private static final String HAS_COME = "gcHasCome";

  private final GcLoad load;
  private final Recorder recorder;
  private final int[] groups;
  private final AtomicInteger users = new AtomicInteger();

  Turns(GcLoad load, Recorder recorder) {
    this.load = load;
    this.recorder = recorder;
    this.groups = load.groupOfEach();
  }

  /** At the beginning of each pass: who the user is, and how many passes it has begun before. */
  Session pass(Session session) {
    return session.contains(USER)
        ? session.set(PASS, session.getInt(PASS) + 1)
        : session
            .set(USER, users.getAndIncrement())
            .set(PASS, 0)
            .set(HAS_COME, false)
            .set(AHEAD, 0)
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

  GcLoad.Group group(Session session) {
    return load.groups().get(groups[user(session) % groups.length]);
  }

  /** Has the next turns of the user without a think time: it was in the middle when it came. */
  static Session ahead(Session session, int turns) {
    return session.set(AHEAD, turns).set(IS_AHEAD, turns > 0);
  }

  ChainBuilder idle() {
    return Turn.think(recorder, this::pause).exec(Turns::paused);
  }

  /** A turn with one operation; left out where one before it has failed. */
  ChainBuilder turn(String operation, ChainBuilder requests) {
    return turn(operation, requests, _ -> true);
  }

  /**
   * A turn that only looks: left out, too, where the user has it ahead, since nothing depends on
   * it.
   */
  ChainBuilder look(String operation, ChainBuilder requests) {
    return turn(operation, requests, session -> !session.getBoolean(IS_AHEAD));
  }

  private ChainBuilder turn(
      String operation, ChainBuilder requests, Predicate<Session> takesPlace) {
    return idle()
        .exec(
            doIf(session -> !session.isFailed() && recorder.goesOn(0) && takesPlace.test(session))
                .then(Turn.turn(recorder, operation, requests)));
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
            .then(exec(Turn::dueNow).exec(Turn.turn(recorder, operation, requests))));
  }

  private Duration pause(Session session) {
    if (session.isFailed() || (session.getBoolean(HAS_COME) && session.getInt(AHEAD) > 0)) {
      return Duration.ZERO;
    }
    if (session.getBoolean(HAS_COME)) {
      return Duration.ofMillis(group(session).thinkMs());
    }
    var comes = Duration.ofNanos(Math.round(user(session) * load.arrivalMs() * 1e6));
    return comes.minus(recorder.elapsed());
  }

  private static Session paused(Session session) {
    if (session.isFailed()) {
      return session;
    }
    if (!session.getBoolean(HAS_COME)) {
      return session.set(HAS_COME, true);
    }
    var ahead = session.getInt(AHEAD);
    return ahead > 0 ? session.set(AHEAD, ahead - 1) : session.set(IS_AHEAD, false);
  }
}
