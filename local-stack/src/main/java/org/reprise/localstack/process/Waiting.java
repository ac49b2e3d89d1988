package org.reprise.localstack.process;

import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Waits for what another process does, by asking again and again until a deadline. */
public final class Waiting {
  private static final long PAUSE_MILLIS = 20;

  private Waiting() {}

  /** Asks until the answer is yes; an exception counts as no. Returns whether it became yes. */
  public static boolean until(Duration limit, Callable<Boolean> condition) {
    return askUntil(limit, condition).yes();
  }

  /**
   * Asks until the answer is yes.
   *
   * @throws LocalStackException when the time is over, with the last exception as its cause
   */
  public static void require(String what, Duration limit, Callable<Boolean> condition) {
    Answer answer = askUntil(limit, condition);
    if (!answer.yes()) {
      Exception failure = answer.failure();
      throw new LocalStackException(
          what
              + " did not happen within "
              + limit.toMillis() / 1000.0
              + " s"
              + (failure == null ? "" : " (" + failure.getMessage() + ")"),
          failure);
    }
  }

  private static Answer askUntil(Duration limit, Callable<Boolean> condition) {
    long deadline = System.nanoTime() + limit.toNanos();
    Answer answer;
    while (true) {
      try {
        answer = new Answer(condition.call(), null);
      } catch (ProcessEnded hopeless) {
        throw hopeless;
      } catch (InterruptedException e) {
        throw interrupted(e);
      } catch (Exception notYet) {
        answer = new Answer(false, notYet);
      }
      if (answer.yes() || System.nanoTime() >= deadline) {
        return answer;
      }
      pause();
    }
  }

  /**
   * Does what ends a server, in full also when the thread was interrupted before: its waits would
   * else fail at once, and what was to be ended would go on.
   */
  public static void despiteInterruption(Runnable ending) {
    boolean interrupted = Thread.interrupted();
    try {
      ending.run();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private static LocalStackException interrupted(InterruptedException cause) {
    Thread.currentThread().interrupt();
    return new LocalStackException("interrupted while waiting for a local server", cause);
  }

  private record Answer(boolean yes, @Nullable Exception failure) {}
}
