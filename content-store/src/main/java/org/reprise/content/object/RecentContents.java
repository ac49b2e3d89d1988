package org.reprise.content.object;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
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
class RecentContents {
  private final Cache<UUID, Version.Content> contents =
      Caffeine.newBuilder().maximumSize(10_000).expireAfterWrite(Duration.ofSeconds(1)).build();
  // What was read before a change is not kept after it.
  private final AtomicLong changes = new AtomicLong();

  /** Returns the content of a version, by {@code read} where it is not known. */
  Version.@Nullable Content get(UUID version, Function<UUID, Version.@Nullable Content> read) {
    Version.Content known = contents.getIfPresent(version);
    if (known != null) {
      return known;
    }
    long before = changes.get();
    // Outside of the cache's locks: a transaction that ends waits for them with its connection.
    Version.Content content = read.apply(version);
    if (content != null && !content.isQuarantined()) {
      contents.asMap().compute(version, (_, _) -> changes.get() == before ? content : null);
    }
    return content;
  }

  /** Forgets a version once the transaction that changes it has ended. */
  void evictAtEnd(UUID version) {
    TransactionSynchronizationManager.registerSynchronization(
        new TransactionSynchronization() {
          @Override
          public void afterCompletion(int status) {
            changes.incrementAndGet();
            contents.invalidate(version);
          }
        });
  }
}
