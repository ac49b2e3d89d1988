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
 * A server of configurations: few are read from it at once, since each may be large, and one that
 * is unavailable is left alone for a while, since somebody waits for each answer. Other failures do
 * not count: any caller can name an address that has them.
 */
final class ConfigurationServer {
  private static final Logger LOG = LoggerFactory.getLogger(ConfigurationServer.class);
  private static final int LOCKS = 64;
  private static final int AT_ONCE = 2;
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(20);
  private static final int CALLS = 2;
  private static final Duration LEFT_ALONE = Duration.ofSeconds(10);

  private final GuardedServer server =
      new GuardedServer(
          "configurations",
          CALLS,
          LEFT_ALONE,
          failure -> failure.kind() == FetchFailure.Kind.UNAVAILABLE);
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

  <T> T ask(GuardedServer.Question<T> question) throws FetchFailure, InterruptedException {
    if (!reading.tryAcquire(LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new FetchFailure(FetchFailure.Kind.SERVER, "others of its server are being read");
    }
    try {
      return server.ask(question);
    } catch (GuardedServer.CircuitOpen e) {
      throw new FetchFailure(FetchFailure.Kind.UNAVAILABLE, String.valueOf(e.getMessage()));
    } catch (FetchFailure e) {
      if (e.isOfServer()) {
        // Not for each request that the breaker refuses.
        LOG.warn("Cannot read a configuration: {}", e.reason());
      }
      throw e;
    } finally {
      reading.release();
    }
  }
}
