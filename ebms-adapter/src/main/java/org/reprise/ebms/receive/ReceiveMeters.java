package org.reprise.ebms.receive;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.envelope.MessageHeader;
import org.reprise.ebms.envelope.Signal;
import org.springframework.stereotype.Component;

/** Counts and times what is received, by action and outcome; both are small, closed sets. */
@Component
final class ReceiveMeters {
  private final MeterRegistry registry;
  private final Map<String, Timer> timers = new ConcurrentHashMap<>();

  ReceiveMeters(MeterRegistry registry) {
    this.registry = registry;
  }

  void received(@Nullable MessageHeader header, Outcome outcome, long nanos) {
    String action = action(header);
    String result =
        switch (outcome) {
          case Outcome.Accepted one -> "accepted";
          case Outcome.Replied one -> "replied";
          case Outcome.Dropped one -> "dropped";
          case Outcome.Reported one -> "reported";
          case Outcome.Refused one when one.refusal().reportsErrors() -> "fault only";
          case Outcome.Refused one -> "refused " + one.refusal().status();
        };
    String key = action + " " + result;
    Timer timer = timers.get(key);
    if (timer == null) {
      timer = timers.computeIfAbsent(key, absent -> timer(action, result));
    }
    timer.record(nanos, TimeUnit.NANOSECONDS);
  }

  private static String action(@Nullable MessageHeader header) {
    if (header == null) {
      return "unreadable";
    }
    return header.service().isSignals()
        ? Signal.of(header.action()).map(Signal::action).orElse("unknown")
        : "business";
  }

  private Timer timer(String action, String result) {
    return Timer.builder("reprise.ebms.received")
        .description("Messages that came to the endpoint")
        .tag("action", action)
        .tag("outcome", result)
        .register(registry);
  }
}
