package org.reprise.gc.commit;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.reprise.gc.application.BaselineCreation;
import org.reprise.gc.application.LocalConfiguration;
import org.reprise.gc.application.LocalConfigurations;
import org.reprise.gc.commit.ActivityRows.Claimed;
import org.reprise.gc.configuration.Target;

/**
 * Has the applications make baselines of their streams, several at the same time: a slow one keeps
 * the others not waiting. Each answer is stored as soon as it is there.
 */
final class LocalBaselines {
  private static final int MAX_AT_ONCE = 8;

  private final ActivityRows rows;
  private final LocalConfigurations locals;
  private final BaselineCreation creation;

  LocalBaselines(ActivityRows rows, LocalConfigurations locals, BaselineCreation creation) {
    this.rows = rows;
    this.locals = locals;
    this.creation = creation;
  }

  /**
   * Returns when there is a baseline of each. After a failure no further stream is asked for, and
   * those that are under way come to their end: what they are answered is stored for whoever goes
   * on.
   *
   * @param streams of applications, each once
   * @throws NotOurs where another process works on the activity, or it has ended
   * @throws org.reprise.oslc.refusal.Refusal where an application does not do it
   */
  void make(Claimed claimed, List<Target> streams) throws NotOurs {
    // One that was removed since is missing here; the caller reads the tree again.
    Collection<LocalConfiguration> known =
        locals.known(streams.stream().map(Target::uri).toList()).values();
    known.forEach(creation::require);
    Queue<LocalConfiguration> left = new ConcurrentLinkedQueue<>(known);
    AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    List<Thread> threads = new ArrayList<>();
    for (int n = 0; n < Math.min(MAX_AT_ONCE, known.size()); n++) {
      threads.add(
          Thread.ofVirtual()
              .name("commit-" + claimed.id() + "-" + n)
              .start(() -> makeAll(claimed, left, failure)));
    }
    for (Thread thread : threads) {
      await(thread);
    }
    rethrow(failure.get());
  }

  private void makeAll(
      Claimed claimed,
      Queue<LocalConfiguration> left,
      AtomicReference<@Nullable Throwable> failure) {
    try {
      for (LocalConfiguration stream = left.poll();
          stream != null && failure.get() == null;
          stream = left.poll()) {
        LocalConfiguration made =
            creation.create(stream, claimed.asked().title(), key(claimed, stream));
        rows.addStep(claimed, stream.id(), made.id());
      }
    } catch (Throwable e) {
      // The first one is told; the caller throws it.
      failure.compareAndSet(null, e);
    }
  }

  // Of the stream: an application that looks at nothing else would answer for one with the baseline
  // of another.
  private static String key(Claimed claimed, LocalConfiguration stream) {
    byte[] both = (claimed.requestKey() + " " + stream.uri()).getBytes(StandardCharsets.UTF_8);
    return UUID.nameUUIDFromBytes(both).toString();
  }

  // Each of its calls has a bound of time, so it ends.
  private static void await(Thread thread) {
    boolean isInterrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        isInterrupted = true;
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static void rethrow(@Nullable Throwable failure) throws NotOurs {
    switch (failure) {
      case null -> {}
      case NotOurs notOurs -> throw notOurs;
      case RuntimeException unchecked -> throw unchecked;
      case Error error -> throw error;
      default -> throw new IllegalStateException(failure);
    }
  }
}
