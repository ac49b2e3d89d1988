package org.reprise.gc.resolution;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.oslc.web.Permits;

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
  private final List<Permits> locks =
      Stream.generate(() -> new Permits(1, "Other configurations are being resolved."))
          .limit(LOCKS)
          .toList();

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
   * @throws org.reprise.oslc.refusal.Refusal 503 if others are being made for long
   */
  V get(K key, long wanted, Function<Duration, V> make) {
    V known = known(key, wanted);
    if (known != null) {
      return known;
    }
    long begin = System.nanoTime();
    return locks
        .get(Math.floorMod(key.hashCode(), LOCKS))
        .with(
            1,
            TIMEOUT,
            () -> {
              V since = known(key, wanted);
              if (since != null) {
                return since;
              }
              V made = make.apply(TIMEOUT.minusNanos(System.nanoTime() - begin));
              cache.put(key, made);
              return made;
            });
  }

  // Not a newer one either: after a database was restored the revisions of before are not true.
  private @Nullable V known(K key, long wanted) {
    V known = cache.getIfPresent(key);
    return known != null && revision.applyAsLong(known) == wanted ? known : null;
  }
}
