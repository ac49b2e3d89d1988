package org.reprise.trs.feed;

import org.reprise.oslc.trs.Change;
import org.reprise.trs.application.Application;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Where transactions note what they change. A change has no order yet: an order that was drawn here
 * would become visible when the transaction commits, after higher ones of transactions that were
 * faster, and a reader that has seen those would never see it.
 */
public final class Changes {
  private final JdbcClient jdbc;
  private final Publishers publishers;

  Changes(JdbcClient jdbc, Publishers publishers) {
    this.jdbc = jdbc;
    this.publishers = publishers;
  }

  /**
   * Notes a change, within the transaction that makes it and while it holds the resource's lock, so
   * that changes of one resource are noted in their order.
   *
   * @param resource a version, or a work item
   */
  public void add(Application application, Change change, long resource) {
    jdbc.sql("insert into change (application, kind, resource) values (?, ?, ?)")
        .params(application.path(), change.term(), resource)
        .update();
    TransactionSynchronizationManager.registerSynchronization(
        new TransactionSynchronization() {
          @Override
          public void afterCommit() {
            publishers.wake(application);
          }
        });
  }
}
