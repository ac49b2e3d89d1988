package org.reprise.lists.export;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings of exports.
 *
 * @param parallel how many files one process writes at once
 * @param waiting how many more wait their turn; others are refused
 * @param chunk how much of a file is kept in memory, and in one row
 * @param lease how long after the last renewal by its process an export has failed
 * @param retention how long files are kept
 */
@ConfigurationProperties("reprise.lists.export")
record ExportSettings(
    @DefaultValue("2") int parallel,
    @DefaultValue("100") int waiting,
    @DefaultValue("1MB") DataSize chunk,
    @DefaultValue("15s") Duration lease,
    @DefaultValue("24h") Duration retention) {
  private static final DataSize LARGEST_CHUNK = DataSize.ofMegabytes(64);

  ExportSettings {
    require(parallel >= 1, "parallel must be at least 1, was " + parallel);
    require(waiting >= 1, "waiting must be at least 1, was " + waiting);
    require(
        chunk.toBytes() >= 1 && chunk.compareTo(LARGEST_CHUNK) <= 0,
        "chunk must be 1B to 64MB, was " + chunk);
    require(lease.toMillis() >= 500, "lease must be at least 500ms, was " + lease);
    require(retention.toMillis() >= 1, "retention must be at least 1ms, was " + retention);
  }

  private static void require(boolean holds, String reason) {
    if (!holds) {
      throw new IllegalArgumentException("reprise.lists.export." + reason);
    }
  }
}
