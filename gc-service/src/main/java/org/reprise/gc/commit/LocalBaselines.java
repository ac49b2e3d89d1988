package org.reprise.gc.commit;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.reprise.gc.application.BaselineCreation;
import org.reprise.gc.application.LocalConfiguration;
import org.reprise.gc.application.LocalConfigurations;
import org.reprise.gc.application.Titles;
import org.reprise.gc.commit.ActivityRows.LeasedActivity;
import org.reprise.gc.configuration.Target;
import org.reprise.kit.work.LeaseLost;
import org.springframework.stereotype.Component;
import org.springframework.util.ReflectionUtils;

/**
 * Requests baselines of the applications' streams, several at a time, so that a slow application
 * does not delay the others. Each result is stored as soon as it is there.
 */
@Component
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
   * Returns when there is a baseline of each. After a failure it sends no further request, but
   * waits for the pending ones and stores their results for the process that goes on.
   *
   * @param streams of applications, each once
   * @throws LeaseLost where another process works on the activity, or it has ended
   * @throws org.reprise.oslc.refusal.Refusal if an application does not do it
   */
  void make(LeasedActivity claimed, List<Target> streams) {
    // One that was removed since is missing here; the caller reads the tree again.
    Collection<LocalConfiguration> known =
        locals.known(streams.stream().map(Target::uri).toList()).values();
    known.forEach(creation::require);
    AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    ThreadFactory factory = Thread.ofVirtual().name("commit-" + claimed.id() + "-", 0).factory();
    // Its end waits for the threads: each call of an application has a time-out.
    try (ExecutorService threads = Executors.newFixedThreadPool(MAX_AT_ONCE, factory)) {
      known.forEach(stream -> threads.execute(() -> make(claimed, stream, failure)));
    }
    Throwable first = failure.get();
    if (first != null) {
      ReflectionUtils.rethrowRuntimeException(first);
    }
  }

  private void make(
      LeasedActivity claimed,
      LocalConfiguration stream,
      AtomicReference<@Nullable Throwable> failure) {
    if (failure.get() != null) {
      return;
    }
    try {
      String component = stream.componentTitle();
      // Made of nothing that changes before a process that takes the activity over asks again.
      String title = component == null ? null : Titles.baseline(component, claimed.created(), 1);
      LocalConfiguration made = creation.create(stream, title, key(claimed, stream));
      rows.addStep(claimed, stream.id(), made.id());
    } catch (Throwable e) {
      // The caller throws the first one.
      failure.compareAndSet(null, e);
    }
  }

  // One for each stream: an application that compares nothing else would answer with the baseline
  // of another stream.
  private static String key(LeasedActivity claimed, LocalConfiguration stream) {
    byte[] both = (claimed.requestKey() + " " + stream.uri()).getBytes(StandardCharsets.UTF_8);
    return UUID.nameUUIDFromBytes(both).toString();
  }
}
