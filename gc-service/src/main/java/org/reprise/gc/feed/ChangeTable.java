package org.reprise.gc.feed;

import org.reprise.oslc.trs.Change;
import org.reprise.oslc.trs.Publisher;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Notes changes in the table {@code change}, and wakes the publisher when they are committed. */
final class ChangeTable implements Changes {
  private final JdbcClient jdbc;
  private final Publisher publisher;

  ChangeTable(JdbcClient jdbc, Publisher publisher) {
    this.jdbc = jdbc;
    this.publisher = publisher;
  }

  @Override
  public void note(Change change, String resource) {
    jdbc.sql("insert into change (kind, resource) values (?, ?)")
        .params(change.term(), resource)
        .update();
    TransactionSynchronizationManager.registerSynchronization(
        new TransactionSynchronization() {
          @Override
          public void afterCommit() {
            publisher.wake();
          }
        });
  }
}
