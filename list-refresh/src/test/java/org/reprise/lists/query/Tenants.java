package org.reprise.lists.query;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.flywaydb.core.Flyway;
import org.reprise.lists.split.DatabaseClient;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestDatabase;

/** A database with the service's tables. */
final class Tenants {
  private Tenants() {}

  static Database migrated() {
    Database database = TestDatabase.freshDatabase();
    Flyway.configure()
        .dataSource(database.jdbcUrl(), database.username(), database.password())
        .load()
        .migrate();
    return database;
  }

  static short add(Connection connection, String name) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("insert into tenant (name) values (?) returning id")) {
      insert.setString(1, name);
      try (ResultSet id = insert.executeQuery()) {
        id.next();
        return id.getShort(1);
      }
    }
  }

  static Set<UUID> ids(Connection connection, IdQuery query) {
    Set<UUID> ids = new HashSet<>();
    DatabaseClient.on(connection)
        .sql(query.sql())
        .params(query.binds())
        .query(row -> {
          if (!ids.add(row.getObject(1, UUID.class))) {
            throw new IllegalStateException("An id came twice: " + query.sql());
          }
        });
    return ids;
  }

  /** The ids of the text that goes into a COPY, with the values where it looks for them. */
  static Set<UUID> copied(Connection connection, CopyQuery query) throws SQLException {
    query.setValues(connection);
    return ids(connection, new IdQuery(query.sql(), List.of()));
  }
}
