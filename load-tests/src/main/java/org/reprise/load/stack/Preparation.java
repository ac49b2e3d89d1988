package org.reprise.load.stack;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * What this command does for the {@link AotCache} of one build of a service: it tries to make it
 * once at the most, however many processes are started of that build. Whoever comes meanwhile waits
 * for what becomes of it.
 */
final class Preparation {
  private static final Map<AotCache, Preparation> ALL = new ConcurrentHashMap<>();

  private final AotCache cache;
  private final ReentrantLock lock = new ReentrantLock();
  private boolean isTried;

  private Preparation(AotCache cache) {
    this.cache = cache;
  }

  /** That of a cache, whose file is in a folder of the one build. */
  static Preparation of(AotCache cache) {
    return ALL.computeIfAbsent(cache, Preparation::new);
  }

  /** A start of the service that makes the cache. */
  interface Start {
    /**
     * Starts it with flags of a JVM and waits for its end.
     *
     * @return why it did not end well; empty where it did
     */
    Optional<String> run(List<String> flags);
  }

  /**
   * Makes the cache, unless it is there or this command has tried it.
   *
   * @param module that is prepared
   * @param log of the start
   * @param start of the service, which makes it
   * @param progress hears that it is made; and once, where it is not, why
   */
  void make(String module, Path log, Start start, Consumer<String> progress)
      throws InterruptedException {
    lock.lockInterruptibly();
    try {
      if (isTried || cache.isMade()) {
        return;
      }
      isTried = true;
      progress.accept("preparing " + module + ", once for each build");
      why(start)
          .ifPresent(reason ->
              progress.accept(
                  "%s starts without a cache: %s, see %s".formatted(module, reason, log)));
    } finally {
      lock.unlock();
    }
  }

  private Optional<String> why(Start start) throws InterruptedException {
    var reason = new AtomicReference<>("its JVM wrote none");
    try {
      cache.make(flags -> {
        var trouble = start.run(flags);
        trouble.ifPresent(reason::set);
        return trouble.isEmpty();
      });
    } catch (IOException e) {
      // A service can do without.
      reason.set(e.toString());
    }
    return cache.isMade() ? Optional.empty() : Optional.of(reason.get());
  }
}
