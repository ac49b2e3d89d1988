package org.reprise.ebms.receive;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;

/** Counts messages by whether they waited too long, with the time that each waited. */
final class AdmissionMeters {
  private static final double NANOS_IN_A_SECOND = TimeUnit.SECONDS.toNanos(1);

  private final MeterProvider<Timer> waits;

  AdmissionMeters(Admission admission, MeterRegistry registry) {
    this.waits =
        Timer.builder("reprise.ebms.admission.wait")
            .description("How long messages waited for a thread, and whether that was too long")
            .withRegistry(registry);
    Gauge.builder("reprise.ebms.admission.limit", admission, a -> a.limit() / NANOS_IN_A_SECOND)
        .description("How long a message may wait for a thread now before it is refused")
        .baseUnit("seconds")
        .register(registry);
  }

  void record(Admission.Turn turn) {
    waits
        .withTag("outcome", turn.isAdmitted() ? "admitted" : "refused")
        .record(turn.waited(), TimeUnit.NANOSECONDS);
  }
}
