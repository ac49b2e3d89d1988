package org.reprise.load.lists;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import org.reprise.load.deploy.Sql;
import org.reprise.localstack.postgres.Database;

/** A database as list-refresh makes it, with one tenant's reference data and nothing else. */
final class ListsTables {
  private ListsTables() {}

  /** Makes the tables in an empty database; the caller closes the connection. */
  static Connection in(Database database) throws SQLException, IOException {
    var primary = database.connect();
    for (var migration : migrations()) {
      try (var statement = primary.createStatement()) {
        statement.execute(Files.readString(migration));
      }
    }
    reference(primary);
    return primary;
  }

  /** What list-refresh brings, in the order of the versions. */
  private static List<Path> migrations() throws IOException {
    try (var files = Files.list(Path.of("../list-refresh/src/main/resources/db/migration"))) {
      return files.sorted(Comparator.comparingInt(ListsTables::version)).toList();
    }
  }

  private static int version(Path migration) {
    return Integer.parseInt(migration.getFileName().toString().replaceAll("^V(\\d+)__.*", "$1"));
  }

  private static void reference(Connection primary) throws SQLException {
    Sql.update(primary, "INSERT INTO tenant (name) VALUES ('diku')");
    for (var sql :
        List.of(
            "INSERT INTO library (tenant, id, name, code) SELECT id, ?::uuid, 'main', 'main' FROM"
                + " tenant",
            "INSERT INTO location (tenant, id, library_id, name, code) SELECT tenant, ?::uuid, id,"
                + " 'a', 'a' FROM library",
            "INSERT INTO material_type (tenant, id, name) SELECT id, ?::uuid, 'book' FROM tenant",
            "INSERT INTO service_point (tenant, id, name, code) SELECT id, ?::uuid, 'Desk', 'cd1'"
                + " FROM tenant",
            "INSERT INTO patron_group (tenant, id, name) SELECT id, ?::uuid, 'staff' FROM tenant",
            "INSERT INTO loan_policy (tenant, id, name, loanable, period_days) SELECT id, ?::uuid,"
                + " 'l', true, 21 FROM tenant")) {
      Sql.update(primary, sql, UUID.randomUUID().toString());
    }
  }
}
