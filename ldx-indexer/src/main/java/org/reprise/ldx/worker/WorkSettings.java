package org.reprise.ldx.worker;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How data sources are read, under {@code reprise.ldx.work}.
 *
 * @param batch artifacts in a transaction
 * @param inFlight requests for artifacts that a thread has under way at once
 * @param writers transactions that write at once, of all data sources; queries have the other
 *     connections
 * @param maxLinks of an artifact
 * @param maxSkipped resources of a data source; with more its polls fail
 * @param breakerCalls the requests to a data source that count: when half of them failed no more
 *     are sent for a while
 * @param breakerOpen how long none are sent
 */
@ConfigurationProperties("reprise.ldx.work")
public record WorkSettings(
    @DefaultValue("100") int batch,
    @DefaultValue("8") int inFlight,
    @DefaultValue("8") int writers,
    @DefaultValue("1000") int maxLinks,
    @DefaultValue("10000") int maxSkipped,
    @DefaultValue("20") int breakerCalls,
    @DefaultValue("30s") Duration breakerOpen) {
  public WorkSettings {
    require(batch >= 1 && batch <= 1_000, "batch must be from 1 to 1,000");
    require(inFlight >= 1 && inFlight <= 100, "in-flight must be from 1 to 100");
    require(writers >= 1, "writers must be at least 1");
    require(maxLinks >= 1, "max-links must be at least 1");
    require(maxSkipped >= 0, "max-skipped must not be negative");
    require(breakerCalls >= 2, "breaker-calls must be at least 2");
    require(breakerOpen.toMillis() >= 1, "breaker-open must be positive");
  }

  private static void require(boolean holds, String reason) {
    if (!holds) {
      throw new IllegalArgumentException("reprise.ldx.work." + reason);
    }
  }
}
