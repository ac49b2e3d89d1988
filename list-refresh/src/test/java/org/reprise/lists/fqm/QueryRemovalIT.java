package org.reprise.lists.fqm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reprise.lists.ListsServer;
import org.reprise.lists.MadeLists;
import org.reprise.lists.RowsVisited;
import org.reprise.lists.split.DatabaseClient;
import org.reprise.lists.tenant.Tenant;
import org.reprise.localstack.postgres.Database;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Which queries are removed, and what that costs the database. */
class QueryRemovalIT {
  private static final Database DATABASE = ListsServer.migratedDatabase();
  private static final Duration RETENTION = Duration.ofHours(3);
  private static final int SLICE = 10_000;
  private static final int VISITS_A_QUERY = 40;
  private static final int VISITS_A_ROW = 4;

  @BeforeEach
  void clear() {
    DATABASE.execute("delete from query_details; delete from query_results");
  }

  private static void add(int queries, String status, int results, String ended) {
    DATABASE.execute(
        """
        with q as (
          insert into query_details (tenant, query_id, entity_type_id, fql_query, status,
            start_date, end_date, results, owner, heartbeat)
          select t.id, gen_random_uuid(), gen_random_uuid(), '{}', '%s', now(), now() - %s,
            %d, gen_random_uuid(), now()
          from tenant t, generate_series(1, %d) where t.name = 'diku'
          returning tenant, query_id, results)
        insert into query_results (tenant, query_id, result_id)
        select tenant, query_id, gen_random_uuid() from q, generate_series(1, results)\
        """
            .formatted(status, ended, results, queries));
  }

  private static List<Long> removeAll(String table) {
    List<Long> slices = new ArrayList<>();
    try (RowsVisited visits = new RowsVisited(DATABASE, table)) {
      QueryTable queries = new QueryTable(visits.client().jdbc(), UUID.randomUUID());
      while (queries.removeSome(RETENTION)) {
        slices.add(visits.next());
      }
    }
    return slices;
  }

  private static long queries() {
    return DATABASE.count("select count(*) from query_details");
  }

  private static long results() {
    return DATABASE.count("select count(*) from query_results");
  }

  @Test
  void sliceDoesNotVisitResultsThatEarlierOnesRemoved() {
    add(1, "FAILED", 10 * SLICE, "interval '1 minute'");
    DATABASE.execute("analyze");
    List<Long> slices = removeAll("query_results");
    assertThat(results()).isZero();
    assertThat(queries()).as("its creator may ask for the reason").isOne();
    assertThat(slices).hasSizeBetween(10, 12);
    assertThat(slices).allMatch(visits -> visits < VISITS_A_ROW * SLICE, "a few visits a row");
  }

  /** By the statistics, which were gathered before the query, it has a result. */
  @Test
  void sliceVisitsItsResultsOnceWhenStatisticsAreStale() {
    add(1, "SUCCESS", 2 * SLICE, "interval '1 minute'");
    DATABASE.execute("analyze");
    int results = 3_000;
    add(1, "FAILED", results, "interval '1 minute'");
    long visits = removeAll("query_results").stream().mapToLong(Long::longValue).sum();
    assertThat(results()).isEqualTo(2 * SLICE);
    assertThat(visits).isLessThan((long) results * VISITS_A_ROW);
  }

  @Test
  void removalOfAQueryDoesNotVisitAllOthers() {
    int old = 3_000;
    add(old, "SUCCESS", 0, "interval '1 day'");
    add(1, "SUCCESS", 1, "interval '1 minute'");
    try (RowsVisited visits = new RowsVisited(DATABASE, "query_details")) {
      QueryTable table = new QueryTable(visits.client().jdbc(), UUID.randomUUID());
      int slices = 0;
      while (table.removeSome(RETENTION)) {
        slices++;
      }
      assertThat(slices).isBetween(old, 3 * old);
      assertThat(visits.next()).isLessThan((long) old * VISITS_A_QUERY);
    }
    assertThat(queries()).isOne();
  }

  @Test
  void spaceIsCountedByItsIndexAlone() throws SQLException {
    add(1_000, "SUCCESS", 0, "interval '1 minute'");
    DATABASE.execute("vacuum analyze query_details");
    try (Connection connection = DATABASE.connect()) {
      JdbcClient jdbc = DatabaseClient.on(connection);
      Tenant tenant =
          new Tenant((short) DATABASE.count("select min(tenant) from query_details"), "diku");
      QueryTable queries = new QueryTable(jdbc, UUID.randomUUID());
      assertThat(queries.isFull(tenant, 100_000)).isTrue();
      assertThat(queries.isFull(tenant, 100_001)).isFalse();
      assertThat(
              jdbc.sql("explain " + QueryTable.IS_FULL)
                  .params(tenant.number(), 100_000L)
                  .query(String.class)
                  .list())
          .anyMatch(line -> line.contains("Index Only Scan Backward using query_details_space"));
    }
  }

  @Test
  void discardedQueryIsRemovedInSlices() {
    add(1, "SUCCESS", 3 * SLICE, "interval '1 minute'");
    Tenant tenant = new Tenant((short) DATABASE.count("select tenant from query_details"), "diku");
    UUID query =
        UUID.fromString(
            MadeLists.texts(DATABASE, "select query_id::text from query_details").getFirst());
    try (RowsVisited visits = new RowsVisited(DATABASE, "query_results")) {
      QueryTable table = new QueryTable(visits.client().jdbc(), UUID.randomUUID());
      table.discard(tenant, query);
      assertThat(table.find(tenant, query)).as("its creator has removed it").isEmpty();
    }
    assertThat(results())
        .as("nothing is deleted in the statement that discards")
        .isEqualTo(3 * SLICE);
    assertThat(removeAll("query_results")).hasSizeGreaterThanOrEqualTo(3);
    assertThat(results() + queries()).isZero();
  }

  @Test
  void twoProcessesRemoveTheSameQueriesWhole() throws Exception {
    add(3, "SUCCESS", 4 * SLICE, "interval '1 day'");
    add(3, "FAILED", 4 * SLICE, "interval '1 minute'");
    CyclicBarrier together = new CyclicBarrier(2);
    Callable<Boolean> process =
        () -> {
          try (Connection connection = DATABASE.connect()) {
            QueryTable table = new QueryTable(DatabaseClient.on(connection), UUID.randomUUID());
            together.await();
            while (table.removeSome(RETENTION)) {
              Thread.yield();
            }
            return true;
          }
        };
    try (ExecutorService processes = Executors.newFixedThreadPool(2)) {
      for (Future<Boolean> one : processes.invokeAll(List.of(process, process))) {
        assertThat(one.get()).isTrue();
      }
    }
    assertThat(results()).as("also without a row that counts them").isZero();
    assertThat(queries()).as("the failed ones' reasons").isEqualTo(3);
    assertThat(DATABASE.count("select sum(results) from query_details")).isZero();
  }

  /** Its process learns only by the next renewal of the lease that another one has removed it. */
  @Test
  void savesNoResultsOfAQueryThatAnotherProcessRemoves() throws Exception {
    add(1, "IN_PROGRESS", 0, "interval '1 minute'");
    Tenant tenant = new Tenant((short) DATABASE.count("select tenant from query_details"), "diku");
    UUID query =
        UUID.fromString(
            MadeLists.texts(DATABASE, "select query_id::text from query_details").getFirst());
    List<UUID> ids = List.of(UUID.randomUUID(), UUID.randomUUID());
    try (Connection own = DATABASE.connect();
        Connection other = DATABASE.connect();
        ExecutorService threads = Executors.newSingleThreadExecutor()) {
      QueryTable running = new QueryTable(DatabaseClient.on(own), UUID.randomUUID());
      QueryTable removing = new QueryTable(DatabaseClient.on(other), UUID.randomUUID());
      own.setAutoCommit(false);
      assertThat(running.save(tenant, query, ids)).isTrue();
      assertThat(removing.cancel(tenant, query)).isTrue();
      removing.discard(tenant, query);
      Future<Boolean> removal = threads.submit(() -> removing.removeSome(RETENTION));
      await()
          .atMost(Duration.ofMinutes(30))
          .until(() ->
              DATABASE.count(
                      "select count(*) from pg_stat_activity where datname = current_database()"
                          + " and wait_event_type = 'Lock'")
                  == 1);
      own.commit();
      own.setAutoCommit(true);
      removal.get();
      assertThat(running.save(tenant, query, ids)).as("the query has ended").isFalse();
      while (removing.removeSome(RETENTION)) {
        assertThat(running.save(tenant, query, ids)).as("its row is gone").isFalse();
      }
    }
    assertThat(queries() + results()).isZero();
  }

  @Test
  void removesResultsWhoseRefreshIsNotInProgress() {
    UUID refresh = UUID.randomUUID();
    addRefresh(DATABASE, refresh);
    add(2, "SUCCESS", 2 * SLICE, "interval '1 minute'");
    DATABASE.execute(
        """
        update query_details set refresh_id = '%s'
        where query_id = (select min(query_id::text)::uuid from query_details)\
        """
            .formatted(refresh));
    removeAll("query_results");
    assertThat(queries()).isEqualTo(2);
    DATABASE.execute("update list_refresh set status = 'FAILED'");
    removeAll("query_results");
    assertThat(queries()).isOne();
    assertThat(results()).isEqualTo(2 * SLICE);
  }

  /** Adds a refresh that is in progress. */
  static void addRefresh(Database database, UUID id) {
    database.execute(
        """
        with list as (
          insert into record_list (tenant, id, name, entity_type_id, is_active, is_private, version,
            created_date, updated_date)
          select id, gen_random_uuid(), 'A list', gen_random_uuid(), true, false, 1, now(), now()
          from tenant where name = 'diku'
          returning tenant, id)
        insert into list_refresh (tenant, id, list_id, list_version, mode, status,
          refresh_start_date, owner, heartbeat)
        select tenant, '%s', id, 1, 'COMPAT', 'IN_PROGRESS', now(), id, 'infinity' from list\
        """
            .formatted(id));
  }
}
