package org.reprise.lists.split;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.postgresql.replication.LogSequenceNumber;

/**
 * How long a reader has been behind: the age of the oldest position of the writer that it has not
 * replayed. All times are by this process's clock. A writer to which nothing is written causes no
 * lag.
 */
final class Lag {
  private static final int MAX_SAMPLES = 10_000;

  private final Deque<Sample> unreplayed = new ArrayDeque<>();

  private record Sample(LogSequenceNumber position, long at) {}

  /** Notes where the writer is; times are {@link System#nanoTime}. */
  void note(LogSequenceNumber written, long now) {
    Sample last = unreplayed.peekLast();
    if (last == null || last.position().compareTo(written) < 0) {
      // A reader that is away for long: its age stays exact, the end of its recovery is seen late.
      boolean isFull = unreplayed.size() == MAX_SAMPLES;
      unreplayed.addLast(new Sample(written, isFull ? unreplayed.removeLast().at() : now));
    }
  }

  /** How long a reader has been behind what is known of the writer. */
  Duration age(LogSequenceNumber replayed, long now) {
    while (!unreplayed.isEmpty() && replayed.compareTo(unreplayed.getFirst().position()) >= 0) {
      unreplayed.removeFirst();
    }
    Sample oldest = unreplayed.peekFirst();
    return oldest == null ? Duration.ZERO : Duration.ofNanos(now - oldest.at());
  }
}
