package org.reprise.gc.application;

import static org.awaitility.Awaitility.await;

import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ApplicationsTest {
  @Test
  void triesApplicationAgainAfterErrorInHalfOpenCall() {
    Duration brief = Duration.ofMillis(50);
    Duration keep = Duration.ofHours(1);
    CircuitBreaker breaker =
        Applications.breaker(
            "qm", new ApplicationSettings.Asking(brief, 1, brief, 2, brief, keep, keep));
    breaker.transitionToOpenState();
    await().atMost(Duration.ofMinutes(5)).until(() -> isEndedByError(breaker));
    await().atMost(Duration.ofMinutes(5)).until(breaker::tryAcquirePermission);
  }

  // False while the breaker is open.
  private static boolean isEndedByError(CircuitBreaker breaker) throws Exception {
    try {
      return breaker.executeCallable(() -> {
        throw new OutOfMemoryError("no thread");
      });
    } catch (CallNotPermittedException e) {
      return false;
    } catch (OutOfMemoryError e) {
      return true;
    }
  }
}
