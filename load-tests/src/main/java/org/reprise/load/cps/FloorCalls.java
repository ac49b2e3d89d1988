package org.reprise.load.cps;

import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.reprise.cps.sample.L2Topology;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The floor: what the flow costs on this PostgreSQL, on this machine, when nothing is done but
 * storing. Raw JDBC, one statement and so one durable transaction for each operation, a lean table
 * without foreign keys, the fragments computed before.
 */
final class FloorCalls implements CpsCalls {
  private static final List<String> SCHEMA =
      List.of(
          "DROP TABLE IF EXISTS floor_fragment, floor_anchor",
          "CREATE TABLE floor_anchor (name text PRIMARY KEY, schema_set text NOT NULL)",
          """
          CREATE TABLE floor_fragment (
            anchor text NOT NULL,
            xpath text COLLATE "C" NOT NULL,
            attributes jsonb NOT NULL,
            PRIMARY KEY (anchor, xpath)
          )
          """);

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

  /** Makes its tables anew. */
  FloorCalls(DataSource database) throws SQLException {
    var tree = Fragments.of(JsonMapper.shared().readTree(CpsFlow.TREE));
    var update =
        Fragments.of(JsonMapper.shared().readTree(L2Topology.UPDATE_FRAGMENT)).firstEntry();
    this.database = database;
    this.xpaths = tree.keySet().toArray(String[]::new);
    this.attributes = tree.values().stream().map(JsonNode::toString).toArray(String[]::new);
    this.updatedXpath = L2Topology.UPDATE_PARENT_XPATH + update.getKey();
    this.updatedAttributes = update.getValue().toString();
    try (var connection = database.getConnection();
        var statement = connection.createStatement()) {
      for (var sql : SCHEMA) {
        statement.execute(sql);
      }
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

  /**
   * Carries out one statement.
   *
   * @param rows that it must write
   * @param values texts and arrays of texts
   */
  private void write(int rows, String sql, Object... values) throws SQLException {
    try (var connection = database.getConnection();
        var statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        switch (values[i]) {
          case String[] texts -> statement.setArray(i + 1, connection.createArrayOf("text", texts));
          case Object text -> statement.setString(i + 1, text.toString());
        }
      }
      var written = statement.executeUpdate();
      if (written != rows) {
        throw new IllegalStateException("%d rows instead of %d".formatted(written, rows));
      }
    }
  }
}
