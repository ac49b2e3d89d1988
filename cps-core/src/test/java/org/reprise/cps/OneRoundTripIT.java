package org.reprise.cps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reprise.cps.anchor.AnchorNotFound;
import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.fault.InvalidData;
import org.reprise.cps.fragment.DataNode;
import org.reprise.cps.fragment.Descendants;
import org.reprise.cps.payload.Payload;
import org.reprise.cps.sample.L2Topology;
import org.reprise.cps.schema.YangSources;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestDatabase;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/**
 * Writes that lock and change in one round trip, for an anchor that was looked up before: what
 * others do to the anchor meanwhile, in this instance or in another one, is not missed.
 */
class OneRoundTripIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final Payload FOREST =
      Payload.json("{\"forest\":{\"tree\":[{\"name\":\"oak\",\"number\":1}]}}");
  private static final AnchorRef ANCHOR = new AnchorRef("d", "a");

  private final Database database = TestDatabase.freshDatabase();
  private final HikariDataSource pool = pool();
  private final HikariDataSource otherPool = pool();
  private final CpsStore store = CpsStore.open(pool);
  private final CpsStore other = CpsStore.open(otherPool);
  private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();

  private HikariDataSource pool() {
    HikariDataSource source = new HikariDataSource();
    source.setJdbcUrl(database.jdbcUrl());
    source.setUsername(database.username());
    source.setPassword(database.password());
    return source;
  }

  @BeforeEach
  void prepare() {
    store.dataspaces().create("d");
    store.schemaSets().create("d", "l2", YangSources.zip(L2Topology.yangZip()));
    store.schemaSets().create("d", "trees", TestModules.trees());
    for (CpsStore each : new CpsStore[] {store, other}) {
      each.anchors().create("d", "trees", "a");
      each.dataNodes().create(ANCHOR, "/", FOREST);
      each.dataNodes().replace(ANCHOR, "/", FOREST);
      each.anchors().delete("d", "a");
    }
  }

  @AfterEach
  void close() {
    callers.close();
    pool.close();
    otherPool.close();
  }

  @Test
  void findsAnchorReplacedByAnotherInstance() {
    store.anchors().create("d", "l2", "a");
    store.dataNodes().create(ANCHOR, "/", Payload.json(L2Topology.appendixB()));

    other.anchors().delete("d", "a");
    other.anchors().create("d", "trees", "a");

    store.dataNodes().create(ANCHOR, "/", FOREST);
    store.dataNodes().replace(ANCHOR, "/", FOREST);
    assertThat(other.dataNodes().read(ANCHOR, "/", Descendants.ALL))
        .extracting(DataNode::name)
        .containsExactly("forest");
    assertThatThrownBy(
            () -> store.dataNodes().create(ANCHOR, "/", Payload.json(L2Topology.appendixB())))
        .isInstanceOf(InvalidData.class);
  }

  @Test
  void noticesAnchorDeletedByAnotherInstance() throws SQLException {
    store.anchors().create("d", "trees", "a");
    store.dataNodes().create(ANCHOR, "/", FOREST);

    other.anchors().delete("d", "a");

    assertThatThrownBy(() -> store.dataNodes().create(ANCHOR, "/", FOREST))
        .isInstanceOf(AnchorNotFound.class);
    assertThatThrownBy(() -> store.dataNodes().replace(ANCHOR, "/", FOREST))
        .isInstanceOf(AnchorNotFound.class);
    assertThatThrownBy(() ->
            store
                .dataNodes()
                .createListElements(
                    ANCHOR,
                    "/forest",
                    Payload.json("{\"tree\":[{\"name\":\"elm\",\"number\":1}]}")))
        .isInstanceOf(AnchorNotFound.class);
    assertThat(count("select count(*) from fragment")).isZero();
  }

  @Test
  void replaceWaitsForAnotherWriterAndSeesItsData() throws Exception {
    store.anchors().create("d", "trees", "a");
    store.dataNodes().create(ANCHOR, "/", FOREST);

    Future<?> replacement;
    try (Connection writer = database.connect();
        Statement statement = writer.createStatement()) {
      writer.setAutoCommit(false);
      statement.execute("select id from anchor where name = 'a' for no key update");
      replacement = callers.submit(() -> store.dataNodes().replace(ANCHOR, "/", FOREST));
      await()
          .atMost(LIMIT)
          .until(() -> count("select count(*) from pg_locks where not granted") > 0);
      statement.execute(
          """
          insert into fragment (anchor_id, xpath, depth, position, attributes)
          select anchor_id, '/forest/tree[@name=''elm'' and @number=''2'']', 2, position + 9,
                 '{"name":"elm","number":2}'
          from fragment where xpath = '/forest'\
          """);
      writer.commit();
    }
    replacement.get();

    assertThat(store.dataNodes().read(ANCHOR, "/", Descendants.ALL).getFirst().children())
        .extracting(tree -> tree.leaves().get("name"))
        .containsExactly("oak");
  }

  /** Else PostgreSQL plans them anew each time where many anchors come and go. */
  @Test
  void plansWritesOnce() {
    SingleConnectionDataSource connection =
        new SingleConnectionDataSource(
            database.jdbcUrl(), database.username(), database.password(), true);
    try (connection) {
      CpsStore writer = new CpsStore(connection);
      for (int i = 0; i < 20; i++) {
        createTopology(writer, "a" + i);
        writer
            .dataNodes()
            .replace(
                new AnchorRef("d", "a" + i),
                L2Topology.UPDATE_PARENT_XPATH,
                Payload.json(L2Topology.UPDATE_FRAGMENT));
      }
      assertThat(
              new JdbcTemplate(connection)
                  .queryForList(
                      """
                      select custom_plans from pg_prepared_statements
                      where statement like '%insert into fragment%'\
                      """,
                      Long.class))
          .containsExactly(0L, 0L);
    }
  }

  /** Also with a plan that was made while there were no fragments. */
  @Test
  void readsNoFragmentsOfOtherAnchors() throws SQLException {
    SingleConnectionDataSource connection =
        new SingleConnectionDataSource(
            database.jdbcUrl(), database.username(), database.password(), true);
    Properties planned = new Properties();
    planned.setProperty("prepareThreshold", "1");
    connection.setConnectionProperties(planned);
    try (connection) {
      JdbcTemplate jdbc = new JdbcTemplate(connection);
      jdbc.execute(CpsStore.CONNECTION_INIT_SQL);
      jdbc.execute("vacuum analyze fragment");
      CpsStore writer = new CpsStore(connection);
      for (int i = 0; i < 20; i++) {
        createTopology(writer, "a" + i);
      }
      long before = RowsRead.soFar(connection.getConnection());

      createTopology(writer, "last");

      assertThat(RowsRead.soFar(connection.getConnection()) - before)
          .isLessThan(L2Topology.FRAGMENTS);
    }
  }

  private static void createTopology(CpsStore writer, String anchor) {
    writer.anchors().create("d", "l2", anchor);
    writer
        .dataNodes()
        .create(new AnchorRef("d", anchor), "/", Payload.json(L2Topology.appendixB()));
  }

  private long count(String sql) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        var rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getLong(1);
    }
  }
}
