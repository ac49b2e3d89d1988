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
  private volatile String lastFailure = "";

  /**
   * Guards a server.
   *
   * @param calls how many requests count: when half of them failed no more are sent for a while
   * @param open how long none are sent
   * @param counts which failures count; others are responses of a server that works. Where callers
   *     choose the addresses, only those that do not depend on them: else one caller opens the
   *     breaker for all
   */
  public GuardedServer(String name, int calls, Duration open, Predicate<FetchFailure> counts) {
    this.breaker =
        CircuitBreaker.of(
            name,
            CircuitBreakerConfig.custom()
                .slidingWindowSize(calls)
                .minimumNumberOfCalls(calls)
                .failureRateThreshold(HALF)
                .ignoreException(thrown -> !(thrown instanceof FetchFailure))
                .recordException(
                    thrown -> thrown instanceof FetchFailure failure && counts.test(failure))
                // An answer may wait for the index, which stores another batch, or be long: that
                // says nothing of the server. One that takes too long is a failure, by its own
                // limit.
                .slowCallDurationThreshold(NEVER)
                .permittedNumberOfCallsInHalfOpenState(1)
                .waitDurationInOpenState(open)
                .build());
    breaker
        .getEventPublisher()
        .onError(event -> lastFailure = String.valueOf(event.getThrowable().getMessage()));
  }

  /** The circuit breaker is open: no request is sent now. */
  public static final class CircuitOpen extends FetchFailure {
    private static final long serialVersionUID = 1;

    CircuitOpen(String lastFailure) {
      super(
          Kind.UNAVAILABLE,
          "the server failed too often (the last time: %s); it is asked again later"
              .formatted(lastFailure));
    }
  }

  /** One request with its response. */
  public interface Call<T extends @Nullable Object> {
    T send() throws FetchFailure, InterruptedException;
  }

  public boolean isOpen() {
    return breaker.getState() == CircuitBreaker.State.OPEN;
  }

  /**
   * Sends a request and waits for the response.
   *
   * @throws CircuitOpen where the breaker does not allow it
   */
  public <T extends @Nullable Object> T call(Call<T> call)
      throws FetchFailure, InterruptedException {
    return end(begin(), call);
  }

  /**
   * Takes a permission, which {@link #end} or {@link #cancel} gives back.
   *
   * @return the time, for {@link #end}
   */
  public long begin() throws CircuitOpen {
    if (!breaker.tryAcquirePermission()) {
      throw new CircuitOpen(lastFailure);
    }
    return System.nanoTime();
  }

  /** Waits for the response to a request for which a permission was taken. */
  public <T extends @Nullable Object> T end(long began, Call<T> call)
      throws FetchFailure, InterruptedException {
    try {
      T response = call.send();
      breaker.onSuccess(System.nanoTime() - began, TimeUnit.NANOSECONDS);
      return response;
    } catch (Throwable e) {
      breaker.onError(System.nanoTime() - began, TimeUnit.NANOSECONDS, e);
      throw e;
    }
  }

  /** Gives a permission back: nobody waits for the response any longer. */
  public void cancel() {
    breaker.releasePermission();
  }
}
