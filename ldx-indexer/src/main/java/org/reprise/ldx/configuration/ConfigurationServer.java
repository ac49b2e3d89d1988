package org.reprise.ldx.configuration;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.reprise.kit.work.GuardedPeer;
import org.reprise.ldx.http.FetchFailure;
import org.reprise.ldx.http.FetchFailure.CircuitOpen;
import org.reprise.ldx.http.FetchFailure.Kind;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server of configurations. Few are read at once, since each may be large, and a circuit breaker
 * spares callers the wait for a server that fails. Any caller can name an address that fails or
 * hangs: addresses where no configuration was read yet open no breaker, and have their own permits
 * and locks.
 */
final class ConfigurationServer {
  private static final Logger LOG = LoggerFactory.getLogger(ConfigurationServer.class);
  private static final int LOCKS = 64;
  private static final int MAX_CONCURRENT = 2;
  private static final Duration PERMIT_TIMEOUT = Duration.ofSeconds(20);
  // Of a few, one late answer would refuse all streams that are due, those of other callers too.
  private static final int BREAKER_WINDOW = 20;
  private static final Duration OPEN_DURATION = Duration.ofSeconds(10);

  private final GuardedPeer<CircuitOpen> server =
      new GuardedPeer<>(
          "configurations",
          BREAKER_WINDOW,
          OPEN_DURATION,
          end -> end instanceof FetchFailure failure && failure.kind() == Kind.UNAVAILABLE,
          FetchFailure.class::isInstance,
          CircuitOpen::new);
  private final Semaphore known = new Semaphore(MAX_CONCURRENT);
  private final Semaphore unknown = new Semaphore(MAX_CONCURRENT);
  private final List<ReentrantLock> locks =
      Stream.generate(ReentrantLock::new).limit(2 * LOCKS).toList();

  /** Returns the lock under which one of its configurations is read; a few share one. */
  ReentrantLock lock(String configuration, boolean isKnown) {
    return locks.get(Math.floorMod(configuration.hashCode(), LOCKS) + (isKnown ? LOCKS : 0));
  }

  <T> T call(boolean isKnown, GuardedPeer.Call<T, FetchFailure> call)
      throws FetchFailure, InterruptedException {
    Semaphore permits = isKnown ? known : unknown;
    if (!permits.tryAcquire(PERMIT_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new FetchFailure(Kind.SERVER, "others of its server are being read");
    }
    try {
      return isKnown ? server.call(call) : call.send();
    } catch (FetchFailure e) {
      // Not for each request that the breaker refuses.
      if (e.isOfServer() && !(e instanceof CircuitOpen)) {
        LOG.warn("Cannot read a configuration: {}", e.reason());
      }
      throw e;
    } finally {
      permits.release();
    }
  }
}
