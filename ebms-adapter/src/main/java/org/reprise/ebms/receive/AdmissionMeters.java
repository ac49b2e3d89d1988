package org.reprise.ebms.receive;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;

/** Counts messages by whether they waited too long, with the time that each waited. */
final class AdmissionMeters {
  private static final double NANOS_IN_A_SECOND = TimeUnit.SECONDS.toNanos(1);

  private final Timer admitted;
  private final Timer refused;

  AdmissionMeters(Admission admission, MeterRegistry registry) {
    this.admitted = waits("admitted", registry);
    this.refused = waits("refused", registry);
    Gauge.builder("reprise.ebms.admission.limit", admission, a -> a.limit() / NANOS_IN_A_SECOND)
        .description("How long a message may wait for a thread now before it is refused")
        .baseUnit("seconds")
        .register(registry);
  }

  private static Timer waits(String outcome, MeterRegistry registry) {
    return Timer.builder("reprise.ebms.admission.wait")
        .description("How long messages waited for a thread, and whether that was too long")
        .tag("outcome", outcome)
        .register(registry);
  }

  void record(Admission.Turn turn) {
    (turn.isAdmitted() ? admitted : refused).record(turn.waited(), TimeUnit.NANOSECONDS);
  }
}
