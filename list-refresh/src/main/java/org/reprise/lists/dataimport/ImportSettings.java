package org.reprise.lists.dataimport;

import java.time.Duration;
import org.reprise.kit.limits.SettingBounds;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings under {@code reprise.lists.import}.
 *
 * @param maxFileSize the longest file that is taken
 * @param space what one tenant's files take that are not imported whole, of each upload under way
 *     as much as the longest file; where they take as much, others are refused
 * @param chunk records that travel together, at most; FOLIO has 50
 * @param chunkSize the bytes of a chunk at most, but for one of a single record; it has to fit into
 *     a message of Kafka (1 MB)
 * @param consumers threads that import
 * @param partitions of the topics that the service makes; no more consumers than these work at once
 * @param replication of the topics that the service makes
 * @param lease how long after its last renewal the lease of a process that publishes chunks expires
 * @param pace how often jobs are looked for that no request of this process has announced
 * @param republishAfter chunks of a job in which nothing moved for so long are published again
 * @param uploadIdle an upload is ended from which no further 256 KB came for so long
 */
@ConfigurationProperties("reprise.lists.import")
record ImportSettings(
    @DefaultValue("512MB") DataSize maxFileSize,
    @DefaultValue("20GB") DataSize space,
    @DefaultValue("50") int chunk,
    @DefaultValue("512KB") DataSize chunkSize,
    @DefaultValue("2") int consumers,
    @DefaultValue("4") int partitions,
    @DefaultValue("1") short replication,
    @DefaultValue("60s") Duration lease,
    @DefaultValue("2s") Duration pace,
    @DefaultValue("5m") Duration republishAfter,
    @DefaultValue("5m") Duration uploadIdle) {
  private static final DataSize MAX_CHUNK = DataSize.ofKilobytes(768);

  ImportSettings {
    Duration positive = Duration.ofMillis(1);
    new SettingBounds("reprise.lists.import")
        .atLeast("max-file-size", maxFileSize, DataSize.ofBytes(1))
        .atLeast("space", space, DataSize.ofBytes(1))
        .atLeast("chunk", chunk, 1)
        .within("chunk-size", chunkSize, DataSize.ofBytes(1), MAX_CHUNK)
        .atLeast("consumers", consumers, 1)
        .atLeast("partitions", partitions, 1)
        .atLeast("replication", replication, (short) 1)
        .atLeast("lease", lease, positive)
        .atLeast("pace", pace, positive)
        .atLeast("republish-after", republishAfter, positive)
        .atLeast("upload-idle", uploadIdle, positive);
  }
}
