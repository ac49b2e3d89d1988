package org.reprise.lists.refresh;

import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceException;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.reprise.kit.error.DatabaseFault;
import org.reprise.kit.work.LeaseLost;
import org.reprise.lists.split.DatabaseClient;
import org.reprise.lists.work.Faults;
import org.reprise.lists.work.SlicedDelete;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.SharedEntityManagerCreator;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/** Contents that have a row for each record, saved through Hibernate, as the original does. */
@Component
final class ContentRows {
  /**
   * By the index of the places, and without the list: the primary key, which begins with the list,
   * would be as good by stale statistics, and then each slice would visit all rows of the refresh.
   */
  private static final SlicedDelete<Integer> REMOVAL =
      new SlicedDelete<>(
          "list_contents",
          List.of("tenant", "refresh_id"),
          "sort_seq",
          Integer.class,
          Integer.MAX_VALUE,
          10_000);

  private static final int BATCH = 50;

  /**
   * PostgreSQL's codes of a duplicate key and of a transaction that was idle for too long. Either
   * means that two processes have worked on one refresh.
   */
  private static final Set<String> STATES_OF_CONCURRENT_WORK = Set.of("23505", "25P03");

  private final EntityManager entities;
  private final TransactionTemplate transactions;
  private final RefreshTable refreshes;
  private final DatabaseClient database;

  ContentRows(EntityManagerFactory entities, RefreshTable refreshes, DatabaseClient database) {
    this.entities = SharedEntityManagerCreator.createSharedEntityManager(entities);
    this.transactions = new TransactionTemplate(new JpaTransactionManager(entities));
    this.refreshes = refreshes;
    this.database = database;
  }

  /** Saves a page from its first id's place on; throws LeaseLost where the refresh is another's. */
  void save(Job job, List<UUID> page, int offset) throws SQLException {
    try {
      transactions.executeWithoutResult(_ -> {
        refreshes.keep(job);
        persist(job, page, offset);
      });
    } catch (PersistenceException | DataAccessException | TransactionException e) {
      throw asSqlException(e);
    }
  }

  private void persist(Job job, List<UUID> page, int offset) {
    for (int i = 0; i < page.size(); i++) {
      entities.persist(new ListContent(job, page.get(i), offset + i));
      if ((i + 1) % BATCH == 0) {
        entities.flush();
        entities.clear();
      }
    }
  }

  private static SQLException asSqlException(RuntimeException thrown) {
    String state = DatabaseFault.sqlState(thrown);
    return new SQLException(
        "saving failed: " + thrown.getMessage(),
        state != null && STATES_OF_CONCURRENT_WORK.contains(state) ? Faults.BEGIN_AGAIN : state,
        thrown);
  }

  /** Removes what earlier attempts have saved; throws LeaseLost where the refresh is another's. */
  void removeEarlier(Job job) {
    Optional<Integer> next = Optional.of(0);
    while (next.isPresent()) {
      int from = next.get();
      next =
          database.inTransaction(() -> {
            refreshes.keep(job);
            return removeSome(database.jdbc(), job.tenant().number(), job.refreshId(), from);
          });
    }
  }

  /** Removes a slice of a refresh from 0 or the result before on; empty where no row is left. */
  static Optional<Integer> removeSome(JdbcClient jdbc, short tenant, UUID refreshId, int from) {
    return REMOVAL.remove(jdbc, Map.of("tenant", tenant, "refresh_id", refreshId), from);
  }

  /**
   * Shows the list as it is saved, once all records are there.
   *
   * @throws LeaseLost when the refresh was cancelled or has another owner
   * @throws SQLException where not all that was found is saved; the refresh begins again then
   */
  void show(Job job, Filled filled) throws SQLException {
    int saved =
        database
            .sql(
                """
                select count(*) from list_contents
                where tenant = ? and list_id = ? and refresh_id = ?\
                """)
            .params(job.tenant().number(), job.listId(), job.refreshId())
            .query(Integer.class)
            .single();
    if (saved != filled.count()) {
      throw new SQLException(
          "%d records were found and %d saved".formatted(filled.count(), saved),
          Faults.BEGIN_AGAIN);
    }
    database.inTransaction(() -> refreshes.complete(job, filled));
  }
}
