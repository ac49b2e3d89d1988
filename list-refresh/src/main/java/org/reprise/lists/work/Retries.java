package org.reprise.lists.work;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import org.reprise.kit.error.DatabaseFault;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.retry.RetryException;
import org.springframework.core.retry.RetryPolicy;
import org.springframework.core.retry.RetryTemplate;
import org.springframework.util.ReflectionUtils;

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
    RetryPolicy policy =
        RetryPolicy.builder()
            .maxRetries(attempts - 1)
            .delay(PAUSE)
            .predicate(thrown -> isTransient(name, thrown) && !isStopped.getAsBoolean())
            .build();
    try {
      return new RetryTemplate(policy).execute(work::call);
    } catch (RetryException e) {
      ReflectionUtils.rethrowException(e.getCause());
      throw e;
    }
  }

  private static boolean isTransient(String name, Throwable thrown) {
    boolean isTransient = DatabaseFault.among(thrown) != null;
    if (isTransient) {
      LOG.info("{} failed for the moment: {}", name, thrown.toString());
    }
    return isTransient;
  }
}
