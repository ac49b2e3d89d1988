package org.reprise.kit.work;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Calls to another server, behind a circuit breaker: where half of the last calls failed, none is
 * made for a while, and then a single one, as a trial. Several threads may use it.
 *
 * @param <X> what is thrown while the circuit is open
 */
public final class GuardedPeer<X extends Exception> {
  private static final float HALF = 50;

  // How long a call takes is not judged: one that takes too long is a failure, by its own limit.
  private static final long NOT_JUDGED = 0;

  private final CircuitBreaker breaker;
  private final Function<String, X> circuitOpen;
  private volatile String lastFailure = "";

  /**
   * Guards a peer. A call that ends otherwise than by a response, a failure or an answer, as by an
   * interrupt or an {@link Error}, says nothing of the peer and does not count.
   *
   * @param calls how many calls count: when half of them failed no more are made for a while
   * @param open how long none are made
   * @param failures which exceptions and which responses are the peer's failures. Where callers
   *     choose the addresses, only those that do not depend on them: else one caller opens the
   *     circuit for all
   * @param answers which other exceptions are the answers of a peer that works
   * @param circuitOpen makes what is thrown while the circuit is open, from the message of the last
   *     failure
   */
  public GuardedPeer(
      String name,
      int calls,
      Duration open,
      Predicate<Object> failures,
      Predicate<Throwable> answers,
      Function<String, X> circuitOpen) {
    this.circuitOpen = circuitOpen;
    this.breaker =
        CircuitBreaker.of(
            name,
            CircuitBreakerConfig.custom()
                .slidingWindowSize(calls)
                .minimumNumberOfCalls(calls)
                .failureRateThreshold(HALF)
                .recordResult(failures)
                .recordException(failures::test)
                .ignoreException(thrown -> !failures.test(thrown) && !answers.test(thrown))
                .permittedNumberOfCallsInHalfOpenState(1)
                .waitDurationInOpenState(open)
                .build());
    breaker
        .getEventPublisher()
        .onError(event -> lastFailure = String.valueOf(event.getThrowable().getMessage()));
  }

  /** One request with its response. */
  public interface Call<T extends @Nullable Object, E extends Exception> {
    T send() throws E, InterruptedException;
  }

  /** Returns whether no calls are made now. */
  public boolean isOpen() {
    return breaker.getState() == State.OPEN;
  }

  /** Returns whether every call is made: the peer works, or a trial has succeeded since. */
  public boolean isClosed() {
    return breaker.getState() == State.CLOSED;
  }

  /**
   * Sends a request and waits for the response.
   *
   * @throws X where the circuit does not allow it
   */
  public <T extends @Nullable Object, E extends Exception> T call(Call<T, E> call)
      throws X, E, InterruptedException {
    begin();
    return end(call);
  }

  /**
   * Takes a permission, which {@link #end} or {@link #cancel} gives back.
   *
   * @throws X where the circuit does not allow it
   */
  public void begin() throws X {
    if (!breaker.tryAcquirePermission()) {
      throw circuitOpen.apply(lastFailure);
    }
  }

  /** Waits for the response to a request for which a permission was taken. */
  public <T extends @Nullable Object, E extends Exception> T end(Call<T, E> call)
      throws E, InterruptedException {
    try {
      T response = call.send();
      breaker.onResult(NOT_JUDGED, TimeUnit.NANOSECONDS, response);
      return response;
    } catch (Throwable e) {
      breaker.onError(NOT_JUDGED, TimeUnit.NANOSECONDS, e);
      throw e;
    }
  }

  /** Gives a permission back: nobody waits for the response any longer. */
  public void cancel() {
    breaker.releasePermission();
  }
}
