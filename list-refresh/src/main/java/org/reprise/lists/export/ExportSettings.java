package org.reprise.lists.export;

import java.time.Duration;
import org.reprise.kit.limits.SettingBounds;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings of exports.
 *
 * @param parallel how many files one process writes at once
 * @param waiting how many more of one tenant wait their turn; others are refused
 * @param chunk how much of a file is kept in memory, and in one row
 * @param space what one tenant's files take in all processes; where they take as much, its new
 *     exports are refused
 * @param lease how long after the last renewal by its process an export has failed
 * @param retention how long files are kept
 */
@ConfigurationProperties("reprise.lists.export")
record ExportSettings(
    @DefaultValue("2") int parallel,
    @DefaultValue("100") int waiting,
    @DefaultValue("1MB") DataSize chunk,
    @DefaultValue("20GB") DataSize space,
    @DefaultValue("15s") Duration lease,
    @DefaultValue("24h") Duration retention) {
  private static final DataSize MAX_CHUNK = DataSize.ofMegabytes(64);

  ExportSettings {
    new SettingBounds("reprise.lists.export")
        .atLeast("parallel", parallel, 1)
        .atLeast("waiting", waiting, 1)
        .within("chunk", chunk, DataSize.ofBytes(1), MAX_CHUNK)
        .atLeast("space", space, DataSize.ofBytes(1))
        .atLeast("lease", lease, Duration.ofMillis(500))
        .atLeast("retention", retention, Duration.ofMillis(1));
  }
}
