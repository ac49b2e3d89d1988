package org.reprise.kit.work;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Sends calls to another server behind a circuit breaker. After half of the last calls failed, it
 * rejects calls for a while, then allows a single one as a trial, for whose result others can wait.
 * It is thread-safe.
 *
 * @param <X> the exception that is thrown while the circuit is open
 */
public final class GuardedPeer<X extends Exception> {
  // How long a call takes is not judged: one that takes too long is a failure, by its own limit.
  private static final long NOT_JUDGED = 0;

  private final CircuitBreaker breaker;
  private final Function<String, X> circuitOpen;
  private volatile String lastFailure = "";

  // Raised at each change of state. A call from before it says nothing of the new state: counted,
  // it would be taken for the trial or would give back a permission that it does not hold.
  private long period;

  /**
   * Guards a peer. A call that ends with any other exception, such as an interrupt or an {@link
   * Error}, does not count.
   *
   * @param calls size of the window: when half of them failed, the circuit opens
   * @param open how long the circuit stays open
   * @param isFailure accepts exceptions and responses that are the peer's failures. If callers
   *     choose the addresses, it must accept only those that do not depend on them: otherwise one
   *     caller opens the circuit for all
   * @param isAnswer accepts other exceptions that a working peer causes
   * @param circuitOpen creates the exception that is thrown while the circuit is open, from the
   *     message of the last failure
   */
  public GuardedPeer(
      String name,
      int calls,
      Duration open,
      Predicate<Object> isFailure,
      Predicate<Throwable> isAnswer,
      Function<String, X> circuitOpen) {
    this.circuitOpen = circuitOpen;
    this.breaker =
        CircuitBreaker.of(
            name,
            CircuitBreakerConfig.custom()
                .slidingWindowSize(calls)
                .minimumNumberOfCalls(calls)
                .failureRateThreshold(50)
                .recordResult(isFailure)
                .recordException(isFailure::test)
                .ignoreException(thrown -> !isFailure.test(thrown) && !isAnswer.test(thrown))
                .permittedNumberOfCallsInHalfOpenState(1)
                .waitDurationInOpenState(open)
                .build());
    breaker
        .getEventPublisher()
        .onError(event -> lastFailure = String.valueOf(event.getThrowable().getMessage()))
        .onStateTransition(_ -> period++);
  }

  /** One request with its response. */
  public interface Call<T extends @Nullable Object, E extends Exception> {
    T send() throws E, InterruptedException;
  }

  /** Returns whether the circuit rejects calls now. */
  public boolean isOpen() {
    return breaker.getState() == State.OPEN;
  }

  /** Returns whether calls are sent without a trial. */
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
    return end(begin(), call);
  }

  /**
   * Sends a request and waits for the response. While another call is the trial, it waits for its
   * result first: it would be rejected though the peer works again.
   *
   * @param wait the longest wait for trials
   * @param isTimeoutCounted whether an {@link HttpTimeoutException} counts, not only that of the
   *     trial; an address that a caller chose may be slow though the peer works
   * @throws X where the circuit does not allow it
   */
  public <T extends @Nullable Object, E extends Exception> T call(
      Duration wait, boolean isTimeoutCounted, Call<T, E> call) throws X, E, InterruptedException {
    return end(begin(wait), isTimeoutCounted, call);
  }

  private synchronized long begin(Duration wait) throws X, InterruptedException {
    long end = System.nanoTime() + wait.toNanos();
    long left = wait.toNanos();
    while (breaker.getState() == State.HALF_OPEN && left > 0) {
      if (breaker.tryAcquirePermission()) {
        return period;
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
      left = end - System.nanoTime();
    }
    return begin();
  }

  /**
   * Takes a permission, which {@link #end} or {@link #cancel} gives back.
   *
   * @return the period of the circuit's state, for {@link #end} or {@link #cancel}
   * @throws X where the circuit does not allow it
   */
  public synchronized long begin() throws X {
    if (!breaker.tryAcquirePermission()) {
      throw circuitOpen.apply(lastFailure);
    }
    return period;
  }

  /** Waits for the response to a request for which a permission was taken. */
  public <T extends @Nullable Object, E extends Exception> T end(long begun, Call<T, E> call)
      throws E, InterruptedException {
    return end(begun, true, call);
  }

  private <T extends @Nullable Object, E extends Exception> T end(
      long begun, boolean isTimeoutCounted, Call<T, E> call) throws E, InterruptedException {
    try {
      T response = call.send();
      ifCurrent(begun, () -> breaker.onResult(NOT_JUDGED, TimeUnit.NANOSECONDS, response));
      return response;
    } catch (Throwable e) {
      ifCurrent(begun, () -> fail(e, isTimeoutCounted));
      throw e;
    }
  }

  private void fail(Throwable failure, boolean isTimeoutCounted) {
    boolean isTimeout = failure instanceof HttpTimeoutException;
    // After a trial without a result the next one may take as long, and all others wait again.
    boolean isIgnored = isTimeout && !isTimeoutCounted && breaker.getState() != State.HALF_OPEN;
    // An interrupt of a virtual thread ends its input and output with any IOException.
    if (isIgnored || Thread.currentThread().isInterrupted()) {
      breaker.releasePermission();
    } else {
      breaker.onError(NOT_JUDGED, TimeUnit.NANOSECONDS, failure);
    }
  }

  /** Gives a permission back: nobody waits for the response any longer. */
  public void cancel(long begun) {
    ifCurrent(begun, breaker::releasePermission);
  }

  private synchronized void ifCurrent(long begun, Runnable end) {
    if (begun == period) {
      end.run();
      notifyAll();
    }
  }
}
