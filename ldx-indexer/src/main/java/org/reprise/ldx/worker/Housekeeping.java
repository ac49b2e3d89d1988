package org.reprise.ldx.worker;

import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.reprise.kit.error.DatabaseFault;
import org.reprise.kit.work.Loop;
import org.reprise.ldx.configuration.Configurations;
import org.reprise.ldx.index.RemovedSources;
import org.reprise.ldx.index.UnusedUris;
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

  private final RemovedSources removed;
  private final List<BooleanSupplier> purges;
  private final Loop loop = new Loop("housekeeping", this::cleanUp);
  private volatile boolean closed;
  private long nextPurge = System.nanoTime() + PURGE_INTERVAL.toNanos();

  Housekeeping(
      RemovedSources removed,
      UnusedUris unused,
      PollHistory history,
      Configurations configurations) {
    this.removed = removed;
    this.purges = List.of(history::purge, configurations::removeUnused, unused::removePiece);
    loop.start();
  }

  private Duration cleanUp() {
    repeat(removed::removePiece);
    if (System.nanoTime() - nextPurge >= 0) {
      purges.forEach(this::repeat);
      nextPurge = System.nanoTime() + PURGE_INTERVAL.toNanos();
    }
    return INTERVAL;
  }

  // One that fails does not stop those behind it.
  private void repeat(BooleanSupplier removePiece) {
    try {
      boolean more = true;
      while (more && !closed) {
        more = removePiece.getAsBoolean();
      }
    } catch (RuntimeException | Error e) {
      if (DatabaseFault.among(e) == null) {
        LOG.error("Cannot clean up", e);
      } else {
        LOG.warn("Cannot clean up now: {}", e.getMessage());
      }
    }
  }

  @Override
  public void close() {
    closed = true;
    loop.close();
  }
}
