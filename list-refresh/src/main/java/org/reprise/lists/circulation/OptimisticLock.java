package org.reprise.lists.circulation;

import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.reprise.lists.split.DatabaseClient;
import org.reprise.lists.web.Refusal;
import org.reprise.lists.work.Faults;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.PessimisticLockingFailureException;
import org.springframework.http.HttpStatus;

/**
 * Repeats a transaction that another desk's change has made void. Of desks that change one item at
 * once, one succeeds; the others read what it has done and decide again.
 */
final class OptimisticLock {
  private static final int ATTEMPTS = 5;

  /** PostgreSQL's code of a transaction that was ended so that others can go on. */
  private static final String DEADLOCK = "40P01";

  private OptimisticLock() {}

  /**
   * Tries until an attempt is not overtaken, five times at most.
   *
   * @param attempt done in a transaction; empty where it was overtaken, and rolled back then
   * @throws Refusal 409 after some attempts
   */
  static <T> T retry(DatabaseClient database, String itemBarcode, Supplier<Optional<T>> attempt) {
    for (int i = 0; i < ATTEMPTS; i++) {
      Optional<T> result = once(() -> inTransaction(database, attempt));
      if (result.isPresent()) {
        return result.get();
      }
    }
    throw new Refusal(
        HttpStatus.CONFLICT,
        "optimistic.lock.exception",
        "The item is being changed by others; try again",
        new Refusal.Parameter("itemBarcode", itemBarcode));
  }

  private static <T> Optional<T> inTransaction(
      DatabaseClient database, Supplier<Optional<T>> attempt) {
    return Objects.requireNonNull(
        database
            .transactions()
            .execute(transaction -> {
              Optional<T> result = attempt.get();
              if (result.isEmpty()) {
                transaction.setRollbackOnly();
              }
              return result;
            }));
  }

  // The unique index on open loans is the second guard; a deadlock ends one of its transactions.
  private static <T> Optional<T> once(Supplier<Optional<T>> attempt) {
    try {
      return attempt.get();
    } catch (DuplicateKeyException e) {
      return Optional.empty();
    } catch (PessimisticLockingFailureException e) {
      // A lock time-out is not followed by another wait.
      if (!DEADLOCK.equals(Faults.state(e))) {
        throw e;
      }
      return Optional.empty();
    }
  }
}
