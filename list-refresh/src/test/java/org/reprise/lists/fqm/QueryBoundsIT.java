package org.reprise.lists.fqm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import org.reprise.lists.ListsClient;
import org.reprise.lists.ListsClient.Answer;
import org.reprise.lists.ListsServer;
import org.reprise.lists.SampleItems;
import org.reprise.lists.TableLock;
import org.reprise.lists.entity.EntityTypes;
import org.reprise.lists.split.Split;
import org.reprise.lists.tenant.Tenants;
import org.reprise.lists.work.WorkStatus;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestDatabase;

/** Bounds on the number and the space of queries. */
class QueryBoundsIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final Database DATABASE = TestDatabase.freshDatabase();
  private static final int FOUND = 300;
  private static final int SPACE = 2_000;
  private static final int WAITING = 2;
  private static final int CONNECTIONS = 8;
  private static final ListsServer SERVER =
      ListsServer.patient(
          DATABASE,
          // A connection that is not lost stays.
          "--spring.datasource.hikari.max-lifetime=0",
          "--reprise.lists.query.parallel=1",
          "--reprise.lists.query.waiting=" + WAITING,
          "--reprise.lists.query.max-size=" + FOUND,
          "--reprise.lists.query.space=" + SPACE,
          "--reprise.lists.query.lease=500ms",
          "--spring.datasource.hikari.maximum-pool-size=" + CONNECTIONS);

  private final ListsClient client = SERVER.client().as(UUID.randomUUID());

  @BeforeAll
  static void fill() {
    SampleItems.add(DATABASE, ListsServer.TENANT, FOUND * 3 / 2);
  }

  @BeforeEach
  void removeQueries() {
    await()
        .atMost(LIMIT)
        .until(() -> {
          // Queries of the test before may end only now.
          SERVER.execute("update query_details set end_date = '-infinity' where end_date <> now()");
          return DATABASE.count("select count(*) from query_details") == 0;
        });
  }

  @AfterAll
  static void end() {
    SERVER.close();
  }

  private Answer begin(String fql) {
    return begin(client, fql);
  }

  private static Answer begin(ListsClient client, String fql) {
    return client.json(
        "POST",
        "/query",
        """
        {"entityTypeId": "%s", "fqlQuery": "%s"}\
        """
            .formatted(SampleItems.ENTITY_TYPE, fql.replace("\"", "\\\"")));
  }

  private String path(Answer begun) {
    assertThat(begun.status()).as(begun.toString()).isEqualTo(201);
    return "/query/" + begun.json().get("queryId").asString();
  }

  private String status(String path) {
    return client.get(path).json().path("status").asString("removed");
  }

  private void awaitEnd(String path) {
    await().atMost(LIMIT).until(() -> !status(path).equals("IN_PROGRESS"));
  }

  private static long results(String condition) {
    return DATABASE.count("select count(*) from query_results where " + condition);
  }

  @Test
  void failsQueryWithTooManyResultsAndRemovesThem() throws SQLException {
    Set<Integer> before = sessions();
    String path = path(begin("{\"id\": {\"$empty\": false}}"));
    awaitEnd(path);
    assertThat(status(path)).isEqualTo("FAILED");
    assertThat(client.get(path).json().get("failureReason").asString()).contains("more than 300");
    await().atMost(LIMIT).until(() -> results("query_id = '" + id(path) + "'") == 0);
    assertThat(status(path)).as("the reason is still answered").isEqualTo("FAILED");
    assertThat(sessions()).as("the pool keeps the connection").isEqualTo(before);
  }

  /** Takes all connections of the pool, so those that were in use are back or replaced. */
  private static Set<Integer> sessions() throws SQLException {
    DataSource pool = SERVER.part(Split.class).writer();
    List<Connection> taken = new ArrayList<>();
    Set<Integer> sessions = new HashSet<>();
    try {
      for (int i = 0; i < CONNECTIONS; i++) {
        taken.add(pool.getConnection());
        sessions.add(taken.getLast().unwrap(PGConnection.class).getBackendPID());
      }
    } finally {
      for (Connection connection : taken) {
        connection.close();
      }
    }
    return sessions;
  }

  @Test
  void answers503WhenTooManyQueriesWait() {
    List<String> accepted = new ArrayList<>();
    try (TableLock _ = TableLock.of(DATABASE, "item")) {
      for (int i = 0; i <= WAITING; i++) {
        accepted.add(path(begin(SampleItems.NOT_AVAILABLE)));
      }
      Answer refused = begin(SampleItems.NOT_AVAILABLE);
      assertThat(refused.status()).as(refused.toString()).isEqualTo(503);
      assertThat(refused.code()).isEqualTo("create-too.many.queries");
      assertThat(refused.header("Retry-After")).isEqualTo("5");
    }
    accepted.forEach(this::awaitEnd);
    path(begin("{\"item_barcode\": {\"$eq\": \"none\"}}"));
  }

  /** Begins queries until one is refused, which is the last answer. */
  private Answer fillSpace(List<String> paths) {
    Answer begun = begin(SampleItems.NOT_AVAILABLE);
    while (begun.status() == 201) {
      paths.add(path(begun));
      awaitEnd(paths.getLast());
      begun = begin(SampleItems.NOT_AVAILABLE);
    }
    return begun;
  }

  @Test
  void deletedQueriesFreeTheirSpace() {
    List<String> paths = new ArrayList<>();
    assertThat(fillSpace(paths).code()).isEqualTo("create-query.space.used.up");
    for (String path : paths) {
      assertThat(client.delete(path).status()).isEqualTo(204);
      await().atMost(LIMIT).until(() -> status(path).equals("removed"));
      assertThat(results("query_id = '" + id(path) + "'")).isZero();
    }
    succeeded();
  }

  @Test
  void resultsOfRefreshesTakeNoSpaceOfQueries() {
    UUID refresh = UUID.randomUUID();
    QueryRemovalIT.addRefresh(DATABASE, refresh);
    SERVER.execute(
        """
        insert into query_details (tenant, query_id, entity_type_id, fql_query, status, start_date,
          end_date, results, refresh_id, owner, heartbeat)
        select tenant, gen_random_uuid(), gen_random_uuid(), '{}', 'SUCCESS', now(), now(), %d, id,
          gen_random_uuid(), now()
        from list_refresh where id = '%s'\
        """
            .formatted(SPACE, refresh));
    succeeded();
  }

  @Test
  void refusesQueriesOfATenantWhoseResultsFillItsSpace() {
    ListsClient other = SERVER.client(ListsServer.OTHER_TENANT).as(UUID.randomUUID());
    List<String> paths = new ArrayList<>();
    Answer begun = fillSpace(paths);
    assertThat(begun.status()).isEqualTo(503);
    assertThat(begun.code()).isEqualTo("create-query.space.used.up");
    assertThat(begun.header("Retry-After")).isEqualTo("5");
    assertThat(begin(other, SampleItems.NOT_AVAILABLE).status()).isEqualTo(201);
    SERVER.execute("update query_details set end_date = now() - interval '1 day'");
    paths.forEach(path -> await().atMost(LIMIT).until(() -> status(path).equals("removed")));
    path(begin(SampleItems.NOT_AVAILABLE));
  }

  private static String id(String path) {
    return path.substring("/query/".length());
  }

  private String succeeded() {
    String path = path(begin(SampleItems.NOT_AVAILABLE));
    awaitEnd(path);
    assertThat(status(path)).isEqualTo("SUCCESS");
    return path;
  }

  @Test
  void refusesMoreReadsOfATenantThanMayWait() throws Exception {
    String query =
        "/query?entityTypeId=%s&query=%s"
            .formatted(
                SampleItems.ENTITY_TYPE,
                URLEncoder.encode(SampleItems.NOT_AVAILABLE, StandardCharsets.UTF_8));
    String values = "/entity-types/%s/columns/item_hrid/values".formatted(SampleItems.ENTITY_TYPE);
    List<Future<Answer>> reads = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      try (TableLock _ = TableLock.of(DATABASE, "item")) {
        for (int i = 0; i <= WAITING; i++) {
          reads.add(threads.submit(() -> client.get(query)));
        }
        Answer refused =
            await()
                .atMost(LIMIT)
                .until(() -> client.get(values), answer -> !answer.code().isEmpty());
        assertThat(refused.status()).as(refused.toString()).isEqualTo(503);
        assertThat(refused.code()).isEqualTo("read-too.many.queries");
        assertThat(
                DATABASE.count(
                    """
                    select count(*) from pg_locks where relation = 'item'::regclass and not granted
                      and database = (select oid from pg_database where datname = current_database())\
                    """))
            .isLessThan(2);
      }
    }
  }

  /** Those that no index helps read a whole table, and would hold all connections. */
  @Test
  void searchesLeaveHalfOfTheConnectionsToOthers() {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      try (TableLock _ = TableLock.of(DATABASE, "item")) {
        List<Future<Answer>> searches = new ArrayList<>();
        for (int i = 0; i < CONNECTIONS + 2; i++) {
          searches.add(threads.submit(() -> client.get("/inventory/items?query=barcode=5*")));
        }
        await()
            .atMost(LIMIT)
            .until(() -> searches.stream().filter(Future::isDone).count() == CONNECTIONS / 2 + 2);
        assertThat(searches.stream().filter(Future::isDone).map(Future::resultNow))
            .allMatch(answer -> answer.status() == 503)
            .allMatch(answer -> answer.code().equals("search-too.many.searches"))
            .allMatch(answer -> answer.header("Retry-After").equals("5"));
        assertThat(client.get("/lists").status()).isEqualTo(200);
      }
    }
  }

  private static boolean isHeldUp(String beginning) {
    return DATABASE.count(
            """
            select count(*) from pg_stat_activity where datname = current_database()
              and wait_event_type = 'Lock' and query like '%s%%'\
            """
                .formatted(beginning))
        > 0;
  }

  @Test
  void queryIsMarkedAsFailedBeforeItsResultsAreRemoved() throws SQLException {
    String path = succeeded();
    try (Connection other = DATABASE.connect();
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      // The removal waits for this row; reads do not.
      statement.execute(
          "select from query_results where query_id = '%s' limit 1 for update".formatted(id(path)));
      SERVER.execute(
          "update query_details set end_date = now() - interval '1 day' where query_id = '%s'"
              .formatted(id(path)));
      await().atMost(LIMIT).until(() -> isHeldUp("with slice"));
      Answer answer = client.get(path);
      assertThat(answer.json().path("status").asString()).isEqualTo("FAILED");
      assertThat(answer.json().path("failureReason").asString()).contains("results were removed");
      other.rollback();
    }
    await().atMost(LIMIT).until(() -> results("query_id = '" + id(path) + "'") == 0);
    await().atMost(LIMIT).until(() -> status(path).equals("removed"));
  }

  @Test
  void queryIsShownAsFailedWhereItsResultsWereRemovedDuringTheRead() throws Exception {
    String path = succeeded();
    try (Connection other = DATABASE.connect();
        Statement statement = other.createStatement();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      other.setAutoCommit(false);
      statement.execute("lock table query_results in access exclusive mode");
      Future<Answer> page =
          threads.submit(() -> client.get(path + "?includeResults=true&limit=10"));
      // The request has read that the query succeeded, and waits for its results.
      await().atMost(LIMIT).until(() -> isHeldUp("select result_id from query_results"));
      statement.execute(
          "update query_details set status = 'FAILED' where query_id = '%s'".formatted(id(path)));
      statement.execute("delete from query_results where query_id = '%s'".formatted(id(path)));
      other.commit();
      assertThat(page.get().json().path("status").asString())
          .as(page.get().toString())
          .isEqualTo("FAILED");
    }
  }

  @Test
  void refreshStopsOneRecordAfterTheLargestSize() {
    Queries queries = SERVER.part(Queries.class);
    var tenant = SERVER.part(Tenants.class).find(ListsServer.TENANT).orElseThrow();
    var type =
        SERVER.part(EntityTypes.class).find(UUID.fromString(SampleItems.ENTITY_TYPE)).orElseThrow();
    UUID refresh = UUID.randomUUID();
    QueryRemovalIT.addRefresh(DATABASE, refresh);
    UUID query =
        queries.startForRefresh(tenant, type, "{\"id\": {\"$empty\": false}}", refresh, 100);
    await()
        .atMost(LIMIT)
        .until(() -> queries.find(tenant, query).orElseThrow().status() == WorkStatus.SUCCESS);
    assertThat(queries.find(tenant, query).orElseThrow().totalRecords()).isEqualTo(101);
    assertThat(results("query_id = '" + query + "'")).isEqualTo(101);
  }
}
