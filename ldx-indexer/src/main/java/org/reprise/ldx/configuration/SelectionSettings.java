package org.reprise.ldx.configuration;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How the selections of configurations are kept, under {@code reprise.ldx.selections}.
 *
 * @param age after which those of a stream are read again when somebody asks; those of a baseline
 *     never change
 * @param versions that a configuration may select
 * @param timeout until all pages of a configuration are there
 * @param retention how long after somebody asked for the last time they are kept
 */
@ConfigurationProperties("reprise.ldx.selections")
public record SelectionSettings(
    @DefaultValue("5s") Duration age,
    @DefaultValue("500000") int versions,
    @DefaultValue("60s") Duration timeout,
    @DefaultValue("30d") Duration retention) {
  /** Refuses what could not work, with the property's name. */
  public SelectionSettings {
    require(!age.isNegative(), "age must not be negative");
    require(versions >= 1, "versions must be at least 1");
    require(timeout.toMillis() > 0, "timeout must be positive");
    require(retention.toDays() >= 2, "retention must be at least two days");
  }

  private static void require(boolean holds, String reason) {
    if (!holds) {
      throw new IllegalArgumentException("reprise.ldx.selections." + reason);
    }
  }
}
