package org.reprise.ldx.worker;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.reprise.ldx.http.FetchFailure;

/** Requests to one data source, behind its circuit breaker. */
final class GuardedSource {
  private final CircuitBreaker breaker;
  private final AtomicReference<String> lastFailure;

  /**
   * Guards one.
   *
   * @param lastFailure why the last request that counts against the server failed
   */
  GuardedSource(CircuitBreaker breaker, AtomicReference<String> lastFailure) {
    this.breaker = breaker;
    this.lastFailure = lastFailure;
  }

  /** The data source is left alone for now. */
  static final class LeftAlone extends Exception {
    private static final long serialVersionUID = 1;

    LeftAlone(String lastFailure) {
      super(
          "the server failed too often (the last time: %s); it is asked again later"
              .formatted(lastFailure));
    }
  }

  /** A request. */
  interface Question<T extends @Nullable Object> {
    T ask() throws FetchFailure, InterruptedException;
  }

  /** Asks, where the breaker allows it. */
  <T extends @Nullable Object> T ask(Question<T> question)
      throws FetchFailure, LeftAlone, InterruptedException {
    long began = begin();
    boolean told = false;
    try {
      T answer = question.ask();
      succeeded(began);
      told = true;
      return answer;
    } catch (FetchFailure e) {
      failed(began, e);
      told = true;
      throw e;
    } finally {
      if (!told) {
        breaker.releasePermission();
      }
    }
  }

  /** Takes a permission, of which one of the other three methods has to be told. */
  long begin() throws LeftAlone {
    if (!breaker.tryAcquirePermission()) {
      throw new LeftAlone(lastFailure.get());
    }
    return System.nanoTime();
  }

  void succeeded(long began) {
    breaker.onSuccess(System.nanoTime() - began, TimeUnit.NANOSECONDS);
  }

  void failed(long began, FetchFailure failure) {
    if (failure.isOfServer()) {
      lastFailure.set(failure.reason());
      breaker.onError(System.nanoTime() - began, TimeUnit.NANOSECONDS, failure);
    } else {
      succeeded(began);
    }
  }

  void brokenOff() {
    breaker.releasePermission();
  }
}
