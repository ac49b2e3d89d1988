package org.reprise.load.lists;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
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
    try (var files = Files.list(Path.of("../list-refresh/src/main/resources/db/migration"));
        var statement = primary.createStatement()) {
      for (var migration : files.sorted().toList()) {
        statement.execute(Files.readString(migration));
      }
    }
    reference(primary);
    return primary;
  }

  private static void reference(Connection primary) throws SQLException {
    Sql.update(primary, "INSERT INTO tenant (name) VALUES ('diku')");
    for (var sql :
        List.of(
            "INSERT INTO institution (tenant, id, details) SELECT id, ?::uuid, '{\"name\": \"main\","
                + " \"code\": \"main\"}' FROM tenant",
            "INSERT INTO campus (tenant, id, details) SELECT tenant, ?::uuid, details ||"
                + " jsonb_build_object('institutionId', id) FROM institution",
            "INSERT INTO library (tenant, id, details) SELECT tenant, ?::uuid, details ||"
                + " jsonb_build_object('campusId', id) FROM campus",
            "INSERT INTO location (tenant, id, details) SELECT l.tenant, ?::uuid, c.details ||"
                + " l.details || jsonb_build_object('libraryId', l.id) FROM library l, campus c",
            "INSERT INTO loan_type (tenant, id, details) SELECT id,"
                + " '230e4f54-9889-36f3-87bb-58dd8501a96e', jsonb_build_object('name', ?::text) FROM"
                + " tenant",
            "INSERT INTO material_type (tenant, id, details) SELECT id, ?::uuid, '{\"name\":"
                + " \"book\"}' FROM tenant",
            "INSERT INTO service_point (tenant, id, details) SELECT id, ?::uuid, '{\"name\":"
                + " \"Desk\", \"code\": \"cd1\"}' FROM tenant",
            "INSERT INTO patron_group (tenant, id, details) SELECT id, ?::uuid, '{\"group\":"
                + " \"staff\"}' FROM tenant",
            "INSERT INTO loan_policy (tenant, id, details) SELECT id, ?::uuid, '{\"name\": \"l\","
                + " \"loanable\": true, \"loansPolicy\": {\"period\": {\"duration\": 21,"
                + " \"intervalId\": \"Days\"}}}' FROM tenant")) {
      Sql.update(primary, sql, UUID.randomUUID().toString());
    }
  }
}
