package org.reprise.ldx.http;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Requests to one server, behind a circuit breaker. Several threads may use it. */
public final class GuardedServer {
  private static final float HALF = 50;
  private static final Duration NEVER = Duration.ofDays(365);

  private final CircuitBreaker breaker;
  private final Predicate<FetchFailure> counts;
  private volatile String lastFailure = "";

  /**
   * Guards a server.
   *
   * @param calls how many requests count: when half of them failed no more are sent for a while
   * @param open how long none are sent
   * @param counts which failures count. Where callers choose what is asked for, only those that do
   *     not depend on that: else one of them opens the breaker for all
   */
  public GuardedServer(String name, int calls, Duration open, Predicate<FetchFailure> counts) {
    this.counts = counts;
    this.breaker =
        CircuitBreaker.of(
            name,
            CircuitBreakerConfig.custom()
                .slidingWindowSize(calls)
                .minimumNumberOfCalls(calls)
                .failureRateThreshold(HALF)
                // An answer may wait for the index, which stores another batch, or be long: that
                // says nothing of the server. One that takes too long is a failure, by its own
                // limit.
                .slowCallDurationThreshold(NEVER)
                .permittedNumberOfCallsInHalfOpenState(1)
                .waitDurationInOpenState(open)
                .build());
  }

  /** The server is not asked for now. */
  public static final class CircuitOpen extends Exception {
    private static final long serialVersionUID = 1;

    CircuitOpen(String lastFailure) {
      super(
          "the server failed too often (the last time: %s); it is asked again later"
              .formatted(lastFailure));
    }
  }

  public interface Call<T extends @Nullable Object> {
    T ask() throws FetchFailure, InterruptedException;
  }

  /** Returns whether nothing is asked for now. */
  public boolean isOpen() {
    return breaker.getState() == CircuitBreaker.State.OPEN;
  }

  /**
   * Asks.
   *
   * @throws CircuitOpen where the breaker does not allow it
   */
  public <T extends @Nullable Object> T ask(Call<T> call)
      throws FetchFailure, CircuitOpen, InterruptedException {
    long began = begin();
    boolean recorded = false;
    try {
      T answer = call.ask();
      succeeded(began);
      recorded = true;
      return answer;
    } catch (FetchFailure e) {
      failed(began, e);
      recorded = true;
      throw e;
    } finally {
      if (!recorded) {
        cancelled();
      }
    }
  }

  /** Takes a permission, of which one of the other three methods has to be recorded. */
  public long begin() throws CircuitOpen {
    if (!breaker.tryAcquirePermission()) {
      throw new CircuitOpen(lastFailure);
    }
    return System.nanoTime();
  }

  public void succeeded(long began) {
    breaker.onSuccess(System.nanoTime() - began, TimeUnit.NANOSECONDS);
  }

  /** Records a failure; one that does not count is an answer. */
  public void failed(long began, FetchFailure failure) {
    if (counts.test(failure)) {
      lastFailure = failure.reason();
      breaker.onError(System.nanoTime() - began, TimeUnit.NANOSECONDS, failure);
    } else {
      succeeded(began);
    }
  }

  /** Gives the permission back: nobody waits for the answer any longer. */
  public void cancelled() {
    breaker.releasePermission();
  }
}
