package org.reprise.ldx.worker;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReference;

/** A circuit breaker for each data source: one that is in trouble is left alone for a while. */
public final class Breakers {
  private static final float HALF = 50;
  private static final Duration NEVER = Duration.ofDays(365);

  private final CircuitBreakerConfig config;
  private final ConcurrentMap<Integer, Breaker> bySource = new ConcurrentHashMap<>();

  private record Breaker(CircuitBreaker breaker, AtomicReference<String> lastFailure) {}

  Breakers(WorkSettings settings) {
    this.config =
        CircuitBreakerConfig.custom()
            .slidingWindowType(SlidingWindowType.COUNT_BASED)
            .slidingWindowSize(settings.breakerCalls())
            .minimumNumberOfCalls(settings.breakerCalls())
            .failureRateThreshold(HALF)
            // An answer may wait for the index, which stores another batch: that says nothing of
            // the server. One that takes too long is a failure, by its own limit.
            .slowCallDurationThreshold(NEVER)
            .permittedNumberOfCallsInHalfOpenState(1)
            .waitDurationInOpenState(settings.breakerOpen())
            .automaticTransitionFromOpenToHalfOpenEnabled(false)
            .build();
  }

  GuardedSource of(int source) {
    Breaker breaker =
        bySource.computeIfAbsent(
            source,
            id ->
                new Breaker(
                    CircuitBreaker.of("data-source-" + id, config), new AtomicReference<>("")));
    return new GuardedSource(breaker.breaker(), breaker.lastFailure());
  }

  /** Whether a data source is left alone now, as this process sees it. */
  public boolean isOpen(int source) {
    Breaker one = bySource.get(source);
    return one != null && one.breaker().getState() == CircuitBreaker.State.OPEN;
  }
}
