package org.reprise.ldx.configuration;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.Assert;

/**
 * How the selections of configurations are read, under {@code reprise.ldx.selections}.
 *
 * @param age after which a query reads those of a stream again, and what a global stream resolves
 *     to; those of a baseline never change
 * @param timeout until all pages of a configuration are there
 * @param configurations that a global configuration may resolve to
 */
@ConfigurationProperties("reprise.ldx.selections")
public record SelectionSettings(
    @DefaultValue("5s") Duration age,
    @DefaultValue("60s") Duration timeout,
    @DefaultValue("20000") int configurations) {
  public SelectionSettings {
    Assert.isTrue(!age.isNegative(), "reprise.ldx.selections.age must not be negative");
    Assert.isTrue(timeout.toMillis() > 0, "reprise.ldx.selections.timeout must be positive");
    Assert.isTrue(
        configurations >= 1 && configurations <= 1_000_000,
        "reprise.ldx.selections.configurations must be from 1 to 1,000,000");
  }
}
