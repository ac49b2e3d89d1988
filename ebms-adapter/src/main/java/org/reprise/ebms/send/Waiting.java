package org.reprise.ebms.send;

import java.util.concurrent.TimeUnit;

/** A message in a partner's queue, and what became of it so far. Used by one thread at a time. */
final class Waiting {
  private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long LONGEST_PAUSE = TimeUnit.SECONDS.toNanos(5);

  private final Outgoing message;
  private String reason = "it was not its turn in time";
  private long nextPause = FIRST_PAUSE;
  private int tries;
  private int refusals;

  Waiting(Outgoing message) {
    this.message = message;
  }

  Outgoing message() {
    return message;
  }

  boolean isTooLate() {
    return System.nanoTime() - message.giveUpAt() >= 0;
  }

  /** A try begins. */
  void begin() {
    tries++;
  }

  /** The last try failed. */
  void failed(String why) {
    reason = why;
  }

  /** The partner answered that it failed on this message; how often it did. */
  int refused() {
    return ++refusals;
  }

  SendResult givenUp() {
    return new SendResult.GivenUp(reason, tries);
  }

  String reason() {
    return reason;
  }

  /** Nanoseconds until the next try; each is longer than the one before. */
  long pause() {
    long pause = nextPause;
    nextPause = Math.min(2 * pause, LONGEST_PAUSE);
    return pause;
  }
}
