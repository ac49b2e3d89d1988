package org.reprise.trs.simulation;

import java.time.Duration;
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
@RestController
class ServiceTimeController {
  private static final Logger LOG = LoggerFactory.getLogger(ServiceTimeController.class);

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
    if (!serviceTime.settings().adjustable()) {
      throw Refusal.notFound(
          "The service time cannot be set: reprise.trs.service-time.adjustable is false.");
    }
    try {
      serviceTime.set(
          new ServiceTimeSettings(time(readMs), time(writeMs), time(proxiedMs), concurrency, true));
    } catch (IllegalArgumentException e) {
      throw Refusal.invalid(e.getMessage() + ".");
    }
    LOG.info("The service time is simulated: {}", serviceTime.settings());
    return Holds.of(serviceTime.settings());
  }

  private static Duration time(double ms) {
    if (!Double.isFinite(ms)) {
      throw new IllegalArgumentException("A service time is a number of milliseconds, was " + ms);
    }
    return Duration.ofNanos(Math.round(ms * 1e6));
  }
}
