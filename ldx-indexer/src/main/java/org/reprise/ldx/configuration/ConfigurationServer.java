package org.reprise.ldx.configuration;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.reprise.ldx.http.FetchFailure;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server of configurations: few are read from it at once, since each may be large, and one that
 * fails is left alone for a while, since somebody waits for each answer.
 */
final class ConfigurationServer {
  private static final Logger LOG = LoggerFactory.getLogger(ConfigurationServer.class);
  private static final int LOCKS = 64;
  private static final int AT_ONCE = 2;
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(20);
  private static final int CALLS = 2;
  private static final float HALF = 50;

  /** How long a server that fails is left alone. */
  static final Duration LEFT_ALONE = Duration.ofSeconds(10);

  private static final CircuitBreakerConfig CONFIG =
      CircuitBreakerConfig.custom()
          .slidingWindowSize(CALLS)
          .minimumNumberOfCalls(CALLS)
          .failureRateThreshold(HALF)
          .permittedNumberOfCallsInHalfOpenState(1)
          .waitDurationInOpenState(LEFT_ALONE)
          .build();

  private final CircuitBreaker breaker = CircuitBreaker.of("configurations", CONFIG);
  private final Semaphore reading = new Semaphore(AT_ONCE);
  private final List<ReentrantLock> locks = new ArrayList<>();

  ConfigurationServer() {
    for (int n = 0; n < LOCKS; n++) {
      locks.add(new ReentrantLock());
    }
  }

  /** The lock under which one of its configurations is read; a few share one. */
  ReentrantLock lock(String configuration) {
    return locks.get(Math.floorMod(configuration.hashCode(), LOCKS));
  }

  /** A question that takes a while. */
  interface Question<T> {
    T ask() throws FetchFailure, InterruptedException;
  }

  <T> T ask(Question<T> question) throws FetchFailure, InterruptedException {
    if (!reading.tryAcquire(LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new FetchFailure(FetchFailure.Kind.SERVER, "others of its server are being read");
    }
    try {
      return guarded(question);
    } finally {
      reading.release();
    }
  }

  private <T> T guarded(Question<T> question) throws FetchFailure, InterruptedException {
    if (!breaker.tryAcquirePermission()) {
      throw new FetchFailure(
          FetchFailure.Kind.SERVER, "its server failed; it is asked again within some seconds");
    }
    long began = System.nanoTime();
    boolean isOfServer = false;
    boolean isAnswered = false;
    try {
      T answer = question.ask();
      isAnswered = true;
      return answer;
    } catch (FetchFailure e) {
      isAnswered = true;
      isOfServer = e.isOfServer();
      if (isOfServer) {
        // Not for each request that is answered without it.
        LOG.warn("A configuration was not read: {}", e.reason());
        breaker.onError(System.nanoTime() - began, TimeUnit.NANOSECONDS, e);
      }
      throw e;
    } finally {
      if (!isAnswered) {
        breaker.releasePermission();
      } else if (!isOfServer) {
        breaker.onSuccess(System.nanoTime() - began, TimeUnit.NANOSECONDS);
      }
    }
  }
}
