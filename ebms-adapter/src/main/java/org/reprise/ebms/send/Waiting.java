package org.reprise.ebms.send;

import io.github.resilience4j.core.IntervalFunction;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.reprise.ebms.envelope.ErrorList;

/** A message in a partner's queue, and its tries so far. Used by one thread at a time. */
final class Waiting {
  // Milliseconds after the first, second, ... failed try.
  private static final IntervalFunction PAUSES =
      IntervalFunction.ofExponentialBackoff(Duration.ofMillis(100), 2, Duration.ofSeconds(5));

  private final Outgoing message;
  private String reason = "it was not its turn in time";
  private int tries;
  private int refusals;
  private volatile long queuedAt;

  Waiting(Outgoing message) {
    this.message = message;
  }

  Outgoing message() {
    return message;
  }

  void queued() {
    queuedAt = System.nanoTime();
  }

  long inQueue() {
    return System.nanoTime() - queuedAt;
  }

  boolean isTooLate() {
    return System.nanoTime() - message.giveUpAt() >= 0;
  }

  void begin() {
    tries++;
  }

  /** Remembers how the last try ended: the reason where the message is given up. */
  void noteReason(String why) {
    reason = ErrorList.line(why);
  }

  /** Counts an answer that says that the partner failed on this message; returns how many came. */
  int countRefusal() {
    return ++refusals;
  }

  SendResult givenUp(boolean late) {
    return new SendResult.GivenUp(reason, tries, late);
  }

  String reason() {
    return reason;
  }

  /** Nanoseconds until the next try, more each time. */
  long pause() {
    return TimeUnit.MILLISECONDS.toNanos(PAUSES.apply(tries));
  }
}
