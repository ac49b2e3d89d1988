package org.reprise.ldx.worker;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** A circuit breaker for each data source: one that is in trouble is left alone for a while. */
public final class Breakers {
  private static final float HALF = 50;

  private final CircuitBreakerConfig config;
  private final ConcurrentMap<Integer, CircuitBreaker> bySource = new ConcurrentHashMap<>();

  Breakers(WorkSettings settings) {
    this.config =
        CircuitBreakerConfig.custom()
            .slidingWindowType(SlidingWindowType.COUNT_BASED)
            .slidingWindowSize(settings.breakerCalls())
            .minimumNumberOfCalls(settings.breakerCalls())
            .failureRateThreshold(HALF)
            .permittedNumberOfCallsInHalfOpenState(1)
            .waitDurationInOpenState(settings.breakerOpen())
            .automaticTransitionFromOpenToHalfOpenEnabled(false)
            .build();
  }

  CircuitBreaker of(int source) {
    return bySource.computeIfAbsent(source, id -> CircuitBreaker.of("data-source-" + id, config));
  }

  void forget(int source) {
    bySource.remove(source);
  }

  /** Whether a data source is left alone now, as this process sees it. */
  public boolean isOpen(int source) {
    CircuitBreaker breaker = bySource.get(source);
    return breaker != null && breaker.getState() == CircuitBreaker.State.OPEN;
  }
}
