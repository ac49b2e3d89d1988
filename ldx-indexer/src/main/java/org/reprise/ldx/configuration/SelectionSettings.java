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
 */
@ConfigurationProperties("reprise.ldx.selections")
record SelectionSettings(@DefaultValue("5s") Duration age, @DefaultValue("500000") int versions) {
  SelectionSettings {
    if (age.isNegative()) {
      throw new IllegalArgumentException("reprise.ldx.selections.age must not be negative");
    }
    if (versions < 1) {
      throw new IllegalArgumentException("reprise.ldx.selections.versions must be at least 1");
    }
  }
}
