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
  private Reset() {}

  /** Resets, and leaves the database vacuumed and its checkpoint made. */
  static void run(Connection primary) throws SQLException {
    empty(primary);
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
    for (var table : List.of("item", "holdings", "instance")) {
      Sql.update(
          primary, "DELETE FROM " + table + " WHERE created_date >= ?", Inventory.FILLED_BEFORE);
    }
    // All tables, the catalog's too: what is left would be vacuumed while the next cell is
    // measured.
    Sql.update(primary, "VACUUM (ANALYZE)");
    Sql.update(primary, "CHECKPOINT");
  }

  /**
   * Removes what is not of the filled inventory. Nobody reads while a reset is made; at any other
   * time a TRUNCATE would stop the standby's replay behind each of its readers.
   */
  static void empty(Connection primary) throws SQLException {
    Sql.update(
        primary,
        """
        TRUNCATE list_contents, list_segment, list_export, list_refresh, list_version, record_list, query_results,
          query_details, check_in, circulation_request, job_log_entry, import_chunk, upload_piece, upload_definition,
          marc_record, job_execution
        CASCADE
        """);
  }
}
