package org.reprise.ldx.worker;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.Assert;

/**
 * How data sources are read, under {@code reprise.ldx.work}.
 *
 * @param batch artifacts in a transaction
 * @param inFlight requests for artifacts that a thread has under way at once
 * @param maxSkipped resources of a data source; with more its polls fail
 * @param breakerCalls the window of the circuit breaker, in requests: it opens when half failed
 * @param breakerOpen how long it stays open
 */
@ConfigurationProperties("reprise.ldx.work")
public record WorkSettings(
    @DefaultValue("100") int batch,
    @DefaultValue("8") int inFlight,
    @DefaultValue("10000") int maxSkipped,
    @DefaultValue("20") int breakerCalls,
    @DefaultValue("30s") Duration breakerOpen) {
  public WorkSettings {
    Assert.isTrue(batch >= 1 && batch <= 1_000, "reprise.ldx.work.batch must be from 1 to 1,000");
    Assert.isTrue(
        inFlight >= 1 && inFlight <= 100, "reprise.ldx.work.in-flight must be from 1 to 100");
    Assert.isTrue(maxSkipped >= 0, "reprise.ldx.work.max-skipped must not be negative");
    Assert.isTrue(breakerCalls >= 2, "reprise.ldx.work.breaker-calls must be at least 2");
    Assert.isTrue(breakerOpen.toMillis() >= 1, "reprise.ldx.work.breaker-open must be positive");
  }
}
