package org.reprise.load.lists;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.reprise.load.deploy.Sql;

/** The tables of data import. */
final class ImportTables {
  private static final List<String> ALL =
      List.of(
          "job_log_entry",
          "import_chunk",
          "upload_piece",
          "upload_definition",
          "marc_record",
          "job_execution");

  private ImportTables() {}

  /** Takes everything out. */
  static void empty(Connection primary) throws SQLException {
    for (var table : ALL) {
      if (Reset.exists(primary, table)) {
        Sql.update(primary, "TRUNCATE " + table + " CASCADE");
      }
    }
  }
}
