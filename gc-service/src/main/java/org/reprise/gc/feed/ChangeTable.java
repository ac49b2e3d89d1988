package org.reprise.gc.feed;

import java.util.Collection;
import org.reprise.oslc.trs.Change;
import org.reprise.oslc.trs.Publisher;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Writes changes to the table {@code change}, and wakes the publisher after the commit. */
final class ChangeTable implements Changes {
  private final JdbcClient jdbc;
  private final Publisher publisher;

  ChangeTable(JdbcClient jdbc, Publisher publisher) {
    this.jdbc = jdbc;
    this.publisher = publisher;
  }

  @Override
  public void record(Change change, Collection<String> resources) {
    jdbc.sql("insert into change (kind, resource) select ?, unnest (?::text[])")
        .params(change.term(), resources.toArray(String[]::new))
        .update();
    // Once in a transaction, however many changes it makes.
    if (!TransactionSynchronizationManager.hasResource(this)) {
      TransactionSynchronizationManager.bindResource(this, true);
      TransactionSynchronizationManager.registerSynchronization(new Committing());
    }
  }

  private final class Committing implements TransactionSynchronization {
    @Override
    public void afterCommit() {
      publisher.wake();
    }

    @Override
    public void afterCompletion(int status) {
      TransactionSynchronizationManager.unbindResource(ChangeTable.this);
    }
  }
}
