package org.reprise.load.cps;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.reprise.cps.CpsStore;
import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.payload.Payload;
import org.reprise.cps.sample.L2Topology;
import org.reprise.cps.schema.YangSources;
import org.reprise.load.deploy.Sql;
import org.reprise.load.generator.InProcessRunner;
import org.reprise.load.generator.LoadSpec;
import org.reprise.load.generator.Recorder;
import org.reprise.localstack.postgres.Database;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The flow inside the process that measures it: the report's embedded mode, and the floor. The
 * database comes by the environment.
 */
public final class InProcessCps implements InProcessRunner.Flow {
  /** The Java API of cps-core; its database has this name, too. */
  static final String EMBEDDED = "embedded";

  /** Raw JDBC on lean tables; its database has this name, too. */
  static final String FLOOR = "floor";

  private static final String DATABASE = "REPRISE_LOAD_DATABASE";

  private final AtomicLong anchors = new AtomicLong();
  private @Nullable HikariDataSource pool;
  private @Nullable Calls calls;
  private String anchorPrefix = "";

  /**
   * Carries out the operations of the flow (CPS-307, "Test Flow Description"). All threads of a run
   * share one instance, as the report's threads shared one service.
   */
  interface Calls {
    void perform(CpsOperation operation, String anchor) throws Exception;
  }

  static Map<String, String> environment(Database database) {
    return Map.of(DATABASE, JsonMapper.shared().writeValueAsString(database));
  }

  @Override
  public void open(LoadSpec load) throws Exception {
    var settings = load.settings(CpsFlow.Load.class);
    var config = new HikariConfig();
    var database = JsonMapper.shared().readValue(System.getenv(DATABASE), Database.class);
    config.setJdbcUrl(database.jdbcUrl());
    config.setUsername(database.username());
    config.setPassword(database.password());
    config.setConnectionInitSql(CpsStore.CONNECTION_INIT_SQL);
    // As many connections as users, open from the beginning.
    config.setMaximumPoolSize(
        load.phases().stream().mapToInt(it -> it.shape().users()).max().orElseThrow());
    pool = new HikariDataSource(config);
    open(
        settings.base().equals(FLOOR) ? new Floor(pool) : new Embedded(pool),
        settings.anchorPrefix());
  }

  void open(Calls through, String prefix) {
    calls = through;
    anchorPrefix = prefix;
  }

  @Override
  public void once(Recorder recorder) {
    var anchor = anchorPrefix + anchors.getAndIncrement();
    for (var operation : CpsOperation.values()) {
      var start = System.nanoTime();
      var fault = attempt(operation, anchor);
      if (fault != null) {
        recorder.failed(operation.id(), fault);
        if (operation != CpsOperation.CREATE_ANCHOR && operation != CpsOperation.DELETE_ANCHOR) {
          attempt(CpsOperation.DELETE_ANCHOR, anchor);
        }
        return;
      }
      recorder.record(operation.id(), start, System.nanoTime());
    }
    recorder.flowEnded(System.nanoTime());
  }

  private @Nullable String attempt(CpsOperation operation, String anchor) {
    try {
      Objects.requireNonNull(calls).perform(operation, anchor);
      return null;
    } catch (Exception e) {
      return e.toString();
    }
  }

  @Override
  public void close() {
    if (pool != null) {
      pool.close();
    }
  }

  static final class Embedded implements Calls {
    private final CpsStore cps;
    private final Payload tree = Payload.json(CpsFlow.TREE);
    private final Payload fragment = Payload.json(L2Topology.UPDATE_FRAGMENT);

    /**
     * Opens the store as an application does that finds its dataspace and schema set there: a
     * second store, which has parsed nothing yet, so that the first node pays for the schema as it
     * did in the report.
     */
    Embedded(DataSource database) {
      var preparing = CpsStore.open(database);
      if (preparing.dataspaces().list().isEmpty()) {
        preparing.dataspaces().create(CpsFlow.DATASPACE);
        preparing
            .schemaSets()
            .create(CpsFlow.DATASPACE, CpsFlow.SCHEMA_SET, YangSources.zip(L2Topology.yangZip()));
      }
      this.cps = CpsStore.open(database);
    }

    @Override
    public void perform(CpsOperation operation, String anchor) {
      var ref = new AnchorRef(CpsFlow.DATASPACE, anchor);
      switch (operation) {
        case CREATE_ANCHOR -> cps.anchors().create(ref.dataspace(), CpsFlow.SCHEMA_SET, anchor);
        case CREATE_NODE -> cps.dataNodes().create(ref, "/", tree);
        case UPDATE_NODE -> cps.dataNodes().replace(ref, L2Topology.UPDATE_PARENT_XPATH, fragment);
        case DELETE_ANCHOR -> cps.anchors().delete(ref.dataspace(), anchor);
      }
    }
  }

  /**
   * The floor: what the flow costs on this PostgreSQL, on this machine, when nothing is done but
   * storing. Raw JDBC, one statement and so one durable transaction for each operation, a lean
   * table without foreign keys, the fragments computed before.
   */
  static final class Floor implements Calls {
    private static final String SCHEMA =
        """
        DROP TABLE IF EXISTS floor_fragment, floor_anchor;
        CREATE TABLE floor_anchor (name text PRIMARY KEY, schema_set text NOT NULL);
        CREATE TABLE floor_fragment (
          anchor text NOT NULL,
          xpath text COLLATE "C" NOT NULL,
          attributes jsonb NOT NULL,
          PRIMARY KEY (anchor, xpath)
        )
        """;

    private static final String CREATE_ANCHOR =
        "INSERT INTO floor_anchor (name, schema_set) VALUES (?, ?)";

    private static final String CREATE_NODE =
        """
        INSERT INTO floor_fragment (anchor, xpath, attributes)
        SELECT ?, fragment.xpath, fragment.attributes::jsonb
        FROM unnest(?::text[], ?::text[]) AS fragment (xpath, attributes)
        """;

    private static final String UPDATE_NODE =
        "UPDATE floor_fragment SET attributes = ?::jsonb WHERE anchor = ? AND xpath = ?";

    private static final String DELETE_ANCHOR =
        """
        WITH gone AS (DELETE FROM floor_fragment WHERE anchor = ?)
        DELETE FROM floor_anchor WHERE name = ?
        """;

    private final DataSource database;
    private final String[] xpaths;
    private final String[] attributes;
    private final String updatedXpath;
    private final String updatedAttributes;

    Floor(DataSource database) throws SQLException {
      var json = JsonMapper.shared();
      var tree = CpsFlow.fragments(json.readTree(CpsFlow.TREE));
      var update = CpsFlow.fragments(json.readTree(L2Topology.UPDATE_FRAGMENT)).firstEntry();
      this.database = database;
      this.xpaths = tree.keySet().toArray(String[]::new);
      this.attributes = tree.values().stream().map(JsonNode::toString).toArray(String[]::new);
      this.updatedXpath = L2Topology.UPDATE_PARENT_XPATH + update.getKey();
      this.updatedAttributes = update.getValue().toString();
      try (var connection = database.getConnection();
          var statement = connection.createStatement()) {
        statement.execute(SCHEMA);
      }
    }

    @Override
    public void perform(CpsOperation operation, String anchor) throws SQLException {
      switch (operation) {
        case CREATE_ANCHOR -> write(1, CREATE_ANCHOR, anchor, CpsFlow.SCHEMA_SET);
        case CREATE_NODE -> write(xpaths.length, CREATE_NODE, anchor, xpaths, attributes);
        case UPDATE_NODE -> write(1, UPDATE_NODE, updatedAttributes, anchor, updatedXpath);
        case DELETE_ANCHOR -> write(1, DELETE_ANCHOR, anchor, anchor);
      }
    }

    private void write(int rows, String sql, Object... values) throws SQLException {
      try (var connection = database.getConnection()) {
        var written = Sql.update(connection, sql, values);
        if (written != rows) {
          throw new IllegalStateException("%d rows instead of %d".formatted(written, rows));
        }
      }
    }
  }
}
