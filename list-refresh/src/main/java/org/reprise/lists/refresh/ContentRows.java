package org.reprise.lists.refresh;

import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.EntityTransaction;
import jakarta.persistence.PersistenceException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import javax.sql.DataSource;
import org.hibernate.Session;
import org.reprise.kit.error.DatabaseFault;
import org.reprise.kit.work.LeaseLost;
import org.reprise.lists.split.DatabaseClient;
import org.reprise.lists.split.OpenTransaction;
import org.reprise.lists.split.Split;
import org.reprise.lists.work.Faults;
import org.reprise.lists.work.SlicedDelete;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

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

  private final EntityManagerFactory entities;
  private final RefreshTable refreshes;
  private final DataSource writer;

  ContentRows(EntityManagerFactory entities, RefreshTable refreshes, Split split) {
    this.entities = entities;
    this.refreshes = refreshes;
    this.writer = split.writer();
  }

  /**
   * Saves a page, in a transaction.
   *
   * @param offset the place of its first id in the list
   * @throws LeaseLost when the refresh is no longer this process's; nothing is saved then
   */
  void save(Job job, List<UUID> page, int offset) throws SQLException {
    try (EntityManager manager = entities.createEntityManager()) {
      EntityTransaction transaction = manager.getTransaction();
      transaction.begin();
      try {
        if (!manager
            .unwrap(Session.class)
            .doReturningWork(connection -> refreshes.keep(connection, job))) {
          throw job.lost();
        }
        persist(manager, job, page, offset);
        transaction.commit();
      } finally {
        // A manager with a transaction would not give its connection back.
        if (transaction.isActive()) {
          transaction.rollback();
        }
      }
    } catch (PersistenceException e) {
      throw asSqlException(e);
    }
  }

  private static void persist(EntityManager manager, Job job, List<UUID> page, int offset) {
    for (int i = 0; i < page.size(); i++) {
      manager.persist(new ListContent(job, page.get(i), offset + i));
      if ((i + 1) % BATCH == 0) {
        manager.flush();
        manager.clear();
      }
    }
  }

  private static SQLException asSqlException(PersistenceException thrown) {
    String state = DatabaseFault.sqlState(thrown);
    return new SQLException(
        "saving failed: " + thrown.getMessage(),
        state != null && STATES_OF_CONCURRENT_WORK.contains(state) ? Faults.BEGIN_AGAIN : state,
        thrown);
  }

  /**
   * Removes what an earlier attempt of a refresh has saved.
   *
   * @throws LeaseLost when the refresh is no longer this process's
   */
  void removeEarlier(Running running) throws SQLException {
    try (Connection connection = writer.getConnection();
        OpenTransaction transaction = OpenTransaction.begin(connection)) {
      Job job = running.job();
      JdbcClient jdbc = DatabaseClient.on(connection);
      Optional<Integer> from = Optional.of(0);
      while (from.isPresent()) {
        if (running.work().isStopped() || !refreshes.keep(connection, job)) {
          throw job.lost();
        }
        from = removeSome(jdbc, job.tenant().number(), job.refreshId(), from.get());
        transaction.commit();
      }
    }
  }

  /**
   * Removes a slice of the rows of a refresh.
   *
   * @param from where it begins: 0, or the result of the slice before
   * @return empty where no row is left
   */
  static Optional<Integer> removeSome(JdbcClient jdbc, short tenant, UUID refreshId, int from) {
    return REMOVAL.remove(jdbc, Map.of("tenant", tenant, "refresh_id", refreshId), from);
  }

  /**
   * Shows the list as it is saved, once all records are there.
   *
   * @throws LeaseLost when the refresh was cancelled or has another owner
   * @throws SQLException also where not all that was found is saved; the refresh begins again then
   */
  void show(Job job, Filled filled) throws SQLException {
    try (Connection connection = writer.getConnection();
        OpenTransaction transaction = OpenTransaction.begin(connection)) {
      checkCount(connection, job, filled.count());
      refreshes.complete(connection, job, filled);
      transaction.commit();
    }
  }

  private static void checkCount(Connection connection, Job job, int count) throws SQLException {
    int saved =
        DatabaseClient.on(connection)
            .sql(
                """
                select count(*) from list_contents
                where tenant = ? and list_id = ? and refresh_id = ?\
                """)
            .params(job.tenant().number(), job.listId(), job.refreshId())
            .query(Integer.class)
            .single();
    if (saved != count) {
      throw new SQLException(
          "%d records were found and %d saved".formatted(count, saved), Faults.BEGIN_AGAIN);
    }
  }
}
