package org.reprise.gc.resolution;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.reprise.oslc.refusal.Refusal;

/**
 * A cache of values up to a weight, each of one revision. One request makes a value; others that
 * want the same wait for it. Eight are made at once at most, for each may be large.
 */
final class RevisionCache<K, V> {
  private static final int LOCKS = 8;
  // Callers give up after 20 s, and a request may have to wait for a connection, too.
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final Cache<K, V> cache;
  private final ToLongFunction<V> revision;
  private final ReentrantLock[] locks =
      IntStream.range(0, LOCKS).mapToObj(n -> new ReentrantLock()).toArray(ReentrantLock[]::new);

  RevisionCache(long weight, ToIntFunction<V> weigher, ToLongFunction<V> revision) {
    this.cache =
        Caffeine.newBuilder()
            .maximumWeight(weight)
            .weigher((K key, V value) -> weigher.applyAsInt(value))
            .build();
    this.revision = revision;
  }

  /**
   * Returns the value of a revision, or a newer one that was just made.
   *
   * @param make makes the value of the revision that is there now; its argument is how long it may
   *     wait for others
   * @throws Refusal 503 if others are being made for long
   */
  V get(K key, long wanted, Function<Duration, V> make) {
    V known = known(key, wanted);
    if (known != null) {
      return known;
    }
    long begin = System.nanoTime();
    ReentrantLock lock = locks[Math.floorMod(key.hashCode(), LOCKS)];
    if (!tryLock(lock)) {
      throw Refusal.unavailable(
          "Other configurations are being resolved. Try again.", Duration.ofSeconds(1));
    }
    try {
      V since = known(key, wanted);
      if (since != null) {
        return since;
      }
      V made = make.apply(TIMEOUT.minusNanos(System.nanoTime() - begin));
      cache.put(key, made);
      return made;
    } finally {
      lock.unlock();
    }
  }

  // Not a newer one either: after a database was restored the revisions of before are not true.
  private @Nullable V known(K key, long wanted) {
    V known = cache.getIfPresent(key);
    return known != null && revision.applyAsLong(known) == wanted ? known : null;
  }

  private static boolean tryLock(ReentrantLock lock) {
    try {
      return lock.tryLock(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
