package org.reprise.load.clm;

import static io.gatling.javaapi.core.CoreDsl.doIf;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.http.HttpProtocolBuilder;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.reprise.load.generator.Recorder;
import org.reprise.load.generator.Turn;

/**
 * When each user of a scenario has its turns: it has one when it comes, then one in each think
 * time. After the end of the load nobody has a turn.
 */
public record Users(Recorder recorder, UserLoad.Group group, AtomicInteger users) {
  private static final String TURTLE = "text/turtle";
  private static final String USER = "user";
  private static final String PASS = "pass";
  private static final String HAS_COME = "hasCome";
  private static final String AHEAD = "ahead";

  public Users(Recorder recorder, UserLoad.Group group) {
    this(recorder, group, new AtomicInteger());
  }

  public static HttpProtocolBuilder protocol(HttpProtocolBuilder byUser, String oslcVersion) {
    return byUser
        .header("OSLC-Core-Version", oslcVersion)
        .contentTypeHeader(TURTLE)
        .acceptHeader(TURTLE)
        .shareConnections();
  }

  /** Begins a pass: who the user is, and how many passes it has begun before. */
  public Session pass(Session session) {
    return session.contains(USER)
        ? session.set(PASS, session.getInt(PASS) + 1)
        : session
            .set(USER, users.getAndIncrement())
            .set(PASS, 0)
            .set(HAS_COME, false)
            .set(AHEAD, 0);
  }

  public static int passes(Session session) {
    return session.getInt(PASS);
  }

  public static int user(Session session) {
    return session.getInt(USER);
  }

  /** Has the next turns of the user without a think time: it was in the middle when it came. */
  public static Session ahead(Session session, int turns) {
    return session.set(AHEAD, turns);
  }

  public boolean isOver(Session session) {
    return session.isFailed() || !recorder.goesOn(0);
  }

  public ChainBuilder turn(String operation, ChainBuilder requests) {
    return turn(operation, requests, _ -> true);
  }

  /** A turn that only looks: left out, too, where the user has it ahead, for nothing needs it. */
  public ChainBuilder look(String operation, ChainBuilder requests) {
    return turn(operation, requests, session -> session.getInt(AHEAD) == 0);
  }

  public ChainBuilder idle() {
    return Turn.think(recorder, this::pause).exec(Users::turned);
  }

  private ChainBuilder turn(
      String operation, ChainBuilder requests, Predicate<Session> takesPlace) {
    return Turn.think(recorder, this::pause)
        .exec(
            doIf(session -> !isOver(session) && takesPlace.test(session))
                .then(Turn.turn(recorder, operation, requests)))
        .exec(Users::turned);
  }

  private Duration pause(Session session) {
    return !session.getBoolean(HAS_COME) || session.isFailed() || session.getInt(AHEAD) > 0
        ? Duration.ZERO
        : untilTurn(group.think(), 1.0 * user(session) / group.users(), recorder.elapsed());
  }

  /**
   * Returns how long until the next turn of a user with this place among all, from 0 to 1: about
   * the think time, so that all turns are spread evenly over it. With a think time after each
   * answer those whom a stall held up together stayed together, and the rate of the stress test
   * went up and down between 220 and 430 a second.
   */
  static Duration untilTurn(Duration think, double place, Duration elapsed) {
    var length = Math.max(1, think.toNanos());
    var turn = (long) (place * length) - elapsed.toNanos();
    return Duration.ofNanos(Math.floorMod(turn - length / 2, length) + length / 2);
  }

  private static Session turned(Session session) {
    return session
        .set(HAS_COME, true)
        .set(AHEAD, Math.max(0, session.getInt(AHEAD) - (session.isFailed() ? 0 : 1)));
  }
}
