package org.reprise.gc.revision;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.transaction.autoconfigure.TransactionManagerCustomizers;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.stereotype.Component;

/**
 * Waits for other instances after a transaction, when its connection is back in the pool: writers
 * that wait for a hanging instance would otherwise exhaust the pool.
 */
@Component("transactionManager")
final class InvalidatingTransactionManager extends JpaTransactionManager {
  private static final long serialVersionUID = 1;

  private final transient Revisions revisions;

  InvalidatingTransactionManager(
      Revisions revisions, ObjectProvider<TransactionManagerCustomizers> customizers) {
    this.revisions = revisions;
    customizers.ifAvailable(all -> all.customize(this));
  }

  @Override
  protected void doCleanupAfterCompletion(Object transaction) {
    super.doCleanupAfterCompletion(transaction);
    revisions.awaitInvalidation();
  }
}
