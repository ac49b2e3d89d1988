package org.reprise.ldx.configuration;

import java.time.Duration;
import org.reprise.kit.limits.SettingBounds;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of reading the selections of configurations, under {@code reprise.ldx.selections}.
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
    new SettingBounds("reprise.ldx.selections")
        .atLeast("age", age, Duration.ZERO)
        .atLeast("timeout", timeout, Duration.ofMillis(1))
        .within("configurations", configurations, 1, 1_000_000);
  }
}
