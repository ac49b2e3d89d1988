package org.reprise.ldx.worker;

import java.time.Duration;
import org.reprise.kit.limits.SettingBounds;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of workers, under {@code reprise.ldx.work}.
 *
 * @param batch artifacts in a transaction
 * @param inFlight requests that a thread has under way at once; fewer where the heap has no room
 * @param maxSkipped resources of a data source; with more its polls fail
 * @param breakerCalls the window of the circuit breaker, in requests: it opens when half failed
 * @param breakerOpen how long it stays open
 */
@ConfigurationProperties("reprise.ldx.work")
public record WorkSettings(
    @DefaultValue("100") int batch,
    @DefaultValue("24") int inFlight,
    @DefaultValue("10000") int maxSkipped,
    @DefaultValue("20") int breakerCalls,
    @DefaultValue("30s") Duration breakerOpen) {
  public WorkSettings {
    new SettingBounds("reprise.ldx.work")
        .within("batch", batch, 1, 1_000)
        .within("in-flight", inFlight, 1, 100)
        .atLeast("max-skipped", maxSkipped, 0)
        .atLeast("breaker-calls", breakerCalls, 2)
        .atLeast("breaker-open", breakerOpen, Duration.ofMillis(1));
  }
}
