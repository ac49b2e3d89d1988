package org.reprise.trs.simulation;

import java.time.Duration;
import org.reprise.kit.KnownParametersOnly;
import org.reprise.oslc.refusal.Refusal;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Management: sets the simulated service time of this process while it runs, so that a measurement
 * fills and checks it without. Only where {@code reprise.trs.service-time.adjustable} says so.
 */
@KnownParametersOnly
@RestController
class ServiceTimeController {
  private static final Logger LOG = LoggerFactory.getLogger(ServiceTimeController.class);

  /** As for the properties. */
  private static final int MOST_MS = 60_000;

  private final ServiceTime serviceTime;

  ServiceTimeController(ServiceTime serviceTime) {
    this.serviceTime = serviceTime;
  }

  /**
   * What holds from now on.
   *
   * @param readMs milliseconds, as the others
   */
  record Holds(double readMs, double writeMs, double proxiedMs, int concurrency) {
    static Holds of(ServiceTimeSettings settings) {
      return new Holds(
          settings.read().toNanos() / 1e6,
          settings.write().toNanos() / 1e6,
          settings.proxied().toNanos() / 1e6,
          settings.concurrency());
    }
  }

  @PutMapping(path = "/service-time", produces = MediaType.APPLICATION_JSON_VALUE)
  Holds set(
      @RequestParam(defaultValue = "0") double readMs,
      @RequestParam(defaultValue = "0") double writeMs,
      @RequestParam(defaultValue = "0") double proxiedMs,
      @RequestParam(defaultValue = "0") int concurrency) {
    ServiceTimeSettings before = serviceTime.settings();
    if (!before.adjustable()) {
      throw Refusal.notFound(
          "The service time cannot be set: reprise.trs.service-time.adjustable is false.");
    }
    ServiceTimeSettings after;
    try {
      after =
          before.with(
              time("readMs", readMs),
              time("writeMs", writeMs),
              time("proxiedMs", proxiedMs),
              concurrency);
    } catch (IllegalArgumentException e) {
      throw Refusal.invalid(e.getMessage() + ".");
    }
    serviceTime.set(after);
    LOG.info("The service time is simulated: {}", after);
    // Not what another caller has set since.
    return Holds.of(after);
  }

  private static Duration time(String parameter, double ms) {
    // What is no number is below nothing, either.
    if (!(ms >= 0 && ms <= MOST_MS)) {
      throw new IllegalArgumentException(
          "%s must be from 0 to %,d, was %s".formatted(parameter, MOST_MS, ms));
    }
    return Duration.ofNanos(Math.round(ms * 1e6));
  }
}
