package org.reprise.ldx.worker;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.reprise.kit.error.DatabaseFault;
import org.reprise.kit.work.Loop;
import org.reprise.kit.work.Loops;
import org.reprise.ldx.configuration.Configurations;
import org.reprise.ldx.index.IndexCleanup;
import org.reprise.ldx.source.PollHistory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Removes rows that are no longer needed, piece by piece, in the background. */
@Component
final class Housekeeping implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Housekeeping.class);
  private static final Duration INTERVAL = Duration.ofMinutes(1);
  private static final Duration PURGE_INTERVAL = Duration.ofHours(1);

  private final IndexCleanup index;
  private final List<BooleanSupplier> purges;
  private final Deque<BooleanSupplier> pending = new ArrayDeque<>();
  private final Loop loop;
  private long nextPurge = System.nanoTime() + PURGE_INTERVAL.toNanos();

  Housekeeping(
      IndexCleanup index, PollHistory history, Configurations configurations, Loops loops) {
    this.index = index;
    this.purges = List.of(history::purge, configurations::removeUnused, index::removeUnusedUris);
    this.loop = loops.start("housekeeping", this::cleanUp);
  }

  private Duration cleanUp() {
    if (pending.isEmpty()) {
      pending.add(index::removeOfRemovedSources);
      if (System.nanoTime() - nextPurge >= 0) {
        pending.addAll(purges);
        nextPurge = System.nanoTime() + PURGE_INTERVAL.toNanos();
      }
    }
    BooleanSupplier next = pending.remove();
    if (hasMore(next)) {
      pending.addFirst(next);
    }
    return pending.isEmpty() ? INTERVAL : Duration.ZERO;
  }

  // One that fails does not stop those behind it.
  private static boolean hasMore(BooleanSupplier removePiece) {
    try {
      return removePiece.getAsBoolean();
    } catch (RuntimeException e) {
      if (DatabaseFault.among(e) == null) {
        LOG.error("Cannot clean up; trying again later", e);
      } else {
        LOG.warn("Cannot clean up now: {}", e.getMessage());
      }
      return false;
    }
  }

  @Override
  public void close() {
    loop.close();
  }
}
