package org.reprise.gc.revision;

import org.springframework.orm.jpa.JpaTransactionManager;

/**
 * Waits for other instances after a transaction, when its connection is back in the pool: writers
 * that wait for a hanging instance would otherwise exhaust the pool.
 */
final class InvalidatingTransactionManager extends JpaTransactionManager {
  private static final long serialVersionUID = 1;

  private final transient Revisions revisions;

  InvalidatingTransactionManager(Revisions revisions) {
    this.revisions = revisions;
  }

  @Override
  protected void doCleanupAfterCompletion(Object transaction) {
    super.doCleanupAfterCompletion(transaction);
    revisions.awaitInvalidation();
  }
}
