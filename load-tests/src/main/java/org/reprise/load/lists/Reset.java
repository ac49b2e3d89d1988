package org.reprise.load.lists;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.reprise.load.deploy.Sql;

/**
 * Brings a tenant back to the filled inventory, so that every cell begins with the same: what came
 * after the filling goes, loans that ended are open again, items have their first status.
 */
final class Reset {
  /**
   * Tables of a cell's own. Nobody reads while a reset is made; at any other time a TRUNCATE would
   * stop the standby's replay behind each of its readers.
   */
  private static final List<String> EMPTIED =
      List.of(
          "list_contents",
          "list_segment",
          "list_export",
          "list_refresh",
          "list_version",
          "record_list",
          "query_results",
          "query_details",
          "check_in",
          "circulation_request");

  private static final List<String> RECORDS = List.of("item", "holdings", "instance");

  private Reset() {}

  /** Does it, and leaves the database vacuumed and its checkpoint made. */
  static void run(Connection primary) throws SQLException {
    empty(primary);
    circulation(primary);
    for (var table : RECORDS) {
      Sql.update(
          primary, "DELETE FROM " + table + " WHERE created_date >= ?", Inventory.FILLED_BEFORE);
    }
    // All tables, the catalog's too: what is left would be vacuumed while the next cell is
    // measured.
    Sql.update(primary, "VACUUM (ANALYZE)");
    Sql.update(primary, "CHECKPOINT");
  }

  /** Takes out what is not of the filled inventory. */
  static void empty(Connection primary) throws SQLException {
    for (var table : EMPTIED) {
      if (exists(primary, table)) {
        Sql.update(primary, "TRUNCATE " + table + " CASCADE");
      }
    }
    ImportTables.empty(primary);
  }

  private static void circulation(Connection primary) throws SQLException {
    Sql.update(primary, "DELETE FROM loan WHERE loan_date >= ?", Inventory.FILLED_BEFORE);
    Sql.update(
        primary,
        """
        UPDATE loan SET status = 'Open', action = 'checkedout', return_date = NULL, system_return_date = NULL,
          checkin_service_point_id = NULL
        WHERE status = 'Closed'
        """);
    Sql.update(
        primary,
        """
        UPDATE item SET status = s.status
        FROM (
          SELECT i.tenant, i.id, CASE WHEN l.id IS NULL THEN 'Available' ELSE 'Checked out' END AS status
          FROM item i LEFT JOIN loan l ON l.tenant = i.tenant AND l.item_id = i.id AND l.status = 'Open') s
        WHERE item.tenant = s.tenant AND item.id = s.id AND item.status <> s.status
        """);
  }

  static boolean exists(Connection connection, String table) throws SQLException {
    return !Sql.texts(connection, "SELECT 1 FROM pg_class WHERE oid = to_regclass(?)", table)
        .isEmpty();
  }
}
