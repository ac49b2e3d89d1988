package org.reprise.content.store;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Which content a version has, kept for a second: downloads of one document read its row once. A
 * change by this instance is seen by the next request, one by another instance within the second.
 */
@Component
public final class RecentContents<T> {
  private final Cache<UUID, T> contents =
      Caffeine.newBuilder().maximumSize(10_000).expireAfterWrite(Duration.ofSeconds(1)).build();
  // What was read before a change is not kept after it.
  private final AtomicLong changes = new AtomicLong();

  /** Returns the content of a version, by {@code read} where it is not cached. */
  public @Nullable T get(UUID version, Function<UUID, @Nullable T> read) {
    T known = contents.getIfPresent(version);
    if (known != null) {
      return known;
    }
    long before = changes.get();
    // Outside of the cache's locks: a transaction that ends waits for them with its connection.
    T content = read.apply(version);
    if (content != null) {
      contents.asMap().compute(version, (_, other) -> changes.get() == before ? content : other);
    }
    return content;
  }

  /** Forgets versions once the transaction that changes them has ended. */
  public void evictAtEnd(List<UUID> versions) {
    atEnd(() -> contents.invalidateAll(versions));
  }

  /** Forgets all once the transaction that moves or marks a content has ended. */
  void evictAllAtEnd() {
    atEnd(contents::invalidateAll);
  }

  private void atEnd(Runnable eviction) {
    TransactionSynchronizationManager.registerSynchronization(
        new TransactionSynchronization() {
          @Override
          public void afterCompletion(int status) {
            changes.incrementAndGet();
            eviction.run();
          }
        });
  }
}
