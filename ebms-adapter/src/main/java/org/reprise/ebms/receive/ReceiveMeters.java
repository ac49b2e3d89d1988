package org.reprise.ebms.receive;

import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.envelope.MessageHeader;
import org.reprise.ebms.envelope.Signal;
import org.springframework.stereotype.Component;

/** Counts and times what is received, by action and outcome; both are small, closed sets. */
@Component
final class ReceiveMeters {
  private final MeterProvider<Timer> received;
  private final MeterProvider<Timer> waits;

  ReceiveMeters(MeterRegistry registry) {
    this.received =
        Timer.builder("reprise.ebms.received")
            .description("Messages that came to the endpoint")
            .withRegistry(registry);
    this.waits =
        Timer.builder("reprise.ebms.admission.wait")
            .description("How long messages waited for a thread, and whether that was too long")
            .withRegistry(registry);
  }

  void waited(long nanos, boolean isLate) {
    waits.withTag("outcome", isLate ? "refused" : "admitted").record(nanos, TimeUnit.NANOSECONDS);
  }

  void received(@Nullable MessageHeader header, Outcome outcome, long nanos) {
    String result =
        switch (outcome) {
          case Outcome.Accepted _ -> "accepted";
          case Outcome.Replied _ -> "replied";
          case Outcome.Dropped _ -> "dropped";
          case Outcome.Reported _ -> "reported";
          case Outcome.Refused one when one.refusal().reportsErrors() -> "fault only";
          case Outcome.Refused one -> "refused " + one.refusal().status();
        };
    received
        .withTags("action", action(header), "outcome", result)
        .record(nanos, TimeUnit.NANOSECONDS);
  }

  private static String action(@Nullable MessageHeader header) {
    if (header == null) {
      return "unreadable";
    }
    return header.service().isSignals()
        ? Signal.of(header.action()).map(Signal::action).orElse("unknown")
        : "business";
  }
}
