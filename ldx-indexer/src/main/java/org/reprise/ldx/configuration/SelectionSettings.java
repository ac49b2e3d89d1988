package org.reprise.ldx.configuration;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * How the selections of configurations are kept, under {@code reprise.ldx.selections}.
 *
 * @param age after which those of a stream are read again when somebody asks, and after which the
 *     server of a global stream is asked again what it resolves to; those of a baseline never
 *     change
 * @param versions that a configuration may select
 * @param timeout until all pages of a configuration are there
 * @param configurations that a global configuration may resolve to
 * @param maxDocument the longest document of a configuration
 * @param retention how long after somebody asked for the last time they are kept
 */
@ConfigurationProperties("reprise.ldx.selections")
public record SelectionSettings(
    @DefaultValue("5s") Duration age,
    @DefaultValue("500000") int versions,
    @DefaultValue("60s") Duration timeout,
    @DefaultValue("20000") int configurations,
    @DefaultValue("16MB") DataSize maxDocument,
    @DefaultValue("30d") Duration retention) {
  public SelectionSettings {
    require(!age.isNegative(), "age must not be negative");
    require(versions >= 1, "versions must be at least 1");
    require(timeout.toMillis() > 0, "timeout must be positive");
    require(
        configurations >= 1 && configurations <= 1_000_000,
        "configurations must be from 1 to 1,000,000");
    require(
        maxDocument.toBytes() >= 1 && maxDocument.toMegabytes() <= 256,
        "max-document must be from 1B to 256MB");
    require(retention.toDays() >= 2, "retention must be at least two days");
  }

  private static void require(boolean holds, String reason) {
    if (!holds) {
      throw new IllegalArgumentException("reprise.ldx.selections." + reason);
    }
  }
}
