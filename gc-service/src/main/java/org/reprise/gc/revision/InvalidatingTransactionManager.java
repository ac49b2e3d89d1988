package org.reprise.gc.revision;

import org.springframework.orm.jpa.JpaTransactionManager;

/**
 * Transactions after which the caller waits for other instances, when the connection is back in the
 * pool: writers that wait for an instance that hangs would keep all others from the database.
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
