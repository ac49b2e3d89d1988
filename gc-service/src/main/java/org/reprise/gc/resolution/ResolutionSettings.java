package org.reprise.gc.resolution;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * What is kept of resolved configurations, under {@code reprise.gc.resolution}.
 *
 * @param documents bytes of answers in memory
 * @param trees bytes of trees in memory, roughly
 */
@ConfigurationProperties("reprise.gc.resolution")
record ResolutionSettings(
    @DefaultValue("48MB") DataSize documents, @DefaultValue("16MB") DataSize trees) {
  /** Refuses what could not work, with the property's name. */
  ResolutionSettings {
    check("documents", documents);
    check("trees", trees);
  }

  private static void check(String property, DataSize size) {
    if (size.isNegative()) {
      throw new IllegalArgumentException(
          "reprise.gc.resolution.%s must not be negative, was %s".formatted(property, size));
    }
  }
}
