package org.reprise.lists.circulation;

import java.time.Duration;
import java.util.Set;
import java.util.function.Supplier;
import org.reprise.kit.error.DatabaseFault;
import org.reprise.lists.split.DatabaseClient;
import org.reprise.lists.web.Refusal;
import org.springframework.core.retry.RetryPolicy;
import org.springframework.core.retry.RetryTemplate;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.http.HttpStatus;

/**
 * Repeats a transaction that another desk's change has made void. Of desks that change one item at
 * once, one succeeds; the others read what it has done and decide again.
 */
final class OptimisticLock {
  /**
   * PostgreSQL's codes of a transaction that was ended so that others can go on, and of a reference
   * to a row that was removed after it was read, such as the patron's.
   */
  private static final Set<String> OVERTAKEN = Set.of("40P01", "23503");

  private static final RetryTemplate FIVE_ATTEMPTS =
      new RetryTemplate(
          RetryPolicy.builder()
              .maxRetries(4)
              .delay(Duration.ZERO)
              .predicate(OptimisticLock::isOvertaken)
              .build());

  private OptimisticLock() {}

  /**
   * Tries until an attempt is not overtaken, five times at most.
   *
   * @param attempt done in a transaction; throws {@link OptimisticLockingFailureException} where it
   *     was overtaken
   * @throws Refusal 409 after the last attempt
   */
  static <T> T retry(DatabaseClient database, String itemBarcode, Supplier<T> attempt) {
    try {
      return FIVE_ATTEMPTS.invoke(() -> database.inTransaction(attempt));
    } catch (RuntimeException e) {
      if (!isOvertaken(e)) {
        throw e;
      }
      throw new Refusal(
          HttpStatus.CONFLICT,
          "optimistic.lock.exception",
          "The item is being changed by others; try again",
          new Refusal.Parameter("itemBarcode", itemBarcode));
    }
  }

  // The unique index on open loans is the second guard; a deadlock ends one of its transactions. A
  // lock time-out is not followed by another wait.
  private static boolean isOvertaken(Throwable thrown) {
    String state = DatabaseFault.sqlState(thrown);
    return thrown instanceof OptimisticLockingFailureException
        || thrown instanceof DuplicateKeyException
        || state != null && OVERTAKEN.contains(state);
  }
}
