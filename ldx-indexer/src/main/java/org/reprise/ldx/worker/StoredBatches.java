package org.reprise.ldx.worker;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The stored batches of a poll. Threads finish them in any order; progress may be written only when
 * no earlier batch is missing.
 */
final class StoredBatches {
  private final Map<Long, Batch.Progress> reached = new HashMap<>();
  private final Set<Long> stored = new HashSet<>();
  private long next;

  /** Returns the progress with one more batch; null where an earlier one is missing. */
  synchronized Batch.@Nullable Progress with(Batch batch) {
    if (batch.number() != next) {
      return null;
    }
    Batch.Progress last = batch.reached();
    for (long n = next + 1; stored.contains(n); n++) {
      last = reached.getOrDefault(n, last);
    }
    return last;
  }

  synchronized void add(Batch batch) {
    stored.add(batch.number());
    if (batch.reached() != null) {
      reached.put(batch.number(), batch.reached());
    }
    while (stored.remove(next)) {
      reached.remove(next);
      next++;
    }
  }
}
