package org.reprise.ldx.worker;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import org.springframework.stereotype.Component;

/** Metrics of polls, by data source. */
@Component
final class PollMeters {
  private final MeterRegistry registry;

  PollMeters(MeterRegistry registry) {
    this.registry = registry;
  }

  void ended(String source, boolean failed, Duration length) {
    Timer.builder("reprise.ldx.poll")
        .description("Polls of data sources")
        .tag("source", source)
        .tag("outcome", failed ? "failed" : "done")
        .register(registry)
        .record(length);
  }

  Counter retrieved(String source) {
    return Counter.builder("reprise.ldx.retrieved")
        .description("Artifacts that were fetched or removed")
        .tag("source", source)
        .register(registry);
  }

  Counter links(String source) {
    return Counter.builder("reprise.ldx.links")
        .description("Links of artifacts that were fetched")
        .tag("source", source)
        .register(registry);
  }
}
