package org.reprise.ldx.configuration;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.reprise.ldx.http.FetchFailure;
import org.reprise.ldx.http.GuardedServer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server of configurations: few are read from it at once, since each may be large. After some
 * failures it is not asked for a while, since somebody waits for each answer. Any caller can name
 * an address that fails or hangs: those where no configuration was read yet open no breaker, and
 * have permits of their own.
 */
final class ConfigurationServer {
  private static final Logger LOG = LoggerFactory.getLogger(ConfigurationServer.class);
  private static final int LOCKS = 64;
  private static final int MAX_AT_ONCE = 2;
  private static final Duration PERMIT_TIMEOUT = Duration.ofSeconds(20);
  private static final int CALLS = 2;
  private static final Duration OPEN_DURATION = Duration.ofSeconds(10);

  private final GuardedServer server =
      new GuardedServer(
          "configurations",
          CALLS,
          OPEN_DURATION,
          failure -> failure.kind() == FetchFailure.Kind.UNAVAILABLE);
  private final Semaphore known = new Semaphore(MAX_AT_ONCE);
  private final Semaphore unknown = new Semaphore(MAX_AT_ONCE);
  private final List<ReentrantLock> locks = new ArrayList<>();

  ConfigurationServer() {
    for (int n = 0; n < LOCKS; n++) {
      locks.add(new ReentrantLock());
    }
  }

  /** Returns the lock under which one of its configurations is read; a few share one. */
  ReentrantLock lock(String configuration) {
    return locks.get(Math.floorMod(configuration.hashCode(), LOCKS));
  }

  /**
   * Reads one of its configurations.
   *
   * @param isKnown whether it was read before
   */
  <T> T ask(boolean isKnown, GuardedServer.Call<T> question)
      throws FetchFailure, InterruptedException {
    Semaphore permits = isKnown ? known : unknown;
    if (!permits.tryAcquire(PERMIT_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new FetchFailure(FetchFailure.Kind.SERVER, "others of its server are being read");
    }
    try {
      return isKnown ? server.ask(question) : question.ask();
    } catch (GuardedServer.CircuitOpen e) {
      throw new FetchFailure(FetchFailure.Kind.UNAVAILABLE, String.valueOf(e.getMessage()));
    } catch (FetchFailure e) {
      if (e.isOfServer()) {
        // Not for each request that the breaker refuses.
        LOG.warn("Cannot read a configuration: {}", e.reason());
      }
      throw e;
    } finally {
      permits.release();
    }
  }
}
