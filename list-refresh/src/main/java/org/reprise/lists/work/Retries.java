package org.reprise.lists.work;

import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import org.reprise.kit.error.DatabaseFault;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Begins work again after temporary faults of a database. */
public final class Retries {
  private static final Logger LOG = LoggerFactory.getLogger(Retries.class);
  private static final Duration PAUSE = Duration.ofMillis(500);

  private Retries() {}

  /**
   * Does work, and begins it again after a short pause where the database may take it later.
   *
   * @param attempts how often it is begun at most
   * @param isStopped whether the work was stopped; then it is not begun again
   * @throws Exception what the work throws, the last time
   */
  public static <T> T whileTransient(
      String name, int attempts, BooleanSupplier isStopped, Callable<T> work) throws Exception {
    Retry retry =
        Retry.of(
            name,
            RetryConfig.custom()
                .maxAttempts(attempts)
                .waitDuration(PAUSE)
                .retryOnException(
                    thrown -> !isStopped.getAsBoolean() && DatabaseFault.among(thrown) != null)
                .build());
    retry
        .getEventPublisher()
        .onRetry(again ->
            LOG.info("{} begins again: {}", name, String.valueOf(again.getLastThrowable())));
    return retry.executeCallable(work);
  }
}
