package org.reprise.lists.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.reprise.lists.ListsServer;
import org.reprise.lists.tenant.Tenant;
import org.reprise.localstack.postgres.Database;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** Which files of exports are removed. */
class ExportRemovalIT {
  private static final Database DATABASE = ListsServer.migratedDatabase();
  private static final Duration RETENTION = Duration.ofDays(1);

  private static JdbcClient jdbc;
  private static Tenant tenant;

  @BeforeAll
  static void start() {
    jdbc =
        JdbcClient.create(
            new DriverManagerDataSource(
                DATABASE.jdbcUrl(), DATABASE.username(), DATABASE.password()));
    tenant =
        new Tenant(
            (short) DATABASE.count("select id from tenant where name = 'diku'"),
            ListsServer.TENANT);
  }

  private static UUID export(String status, int pieces, String ended) {
    UUID id = UUID.randomUUID();
    DATABASE.execute(
        """
        insert into record_list (tenant, id, name, entity_type_id, is_active, is_private, version,
          created_date, updated_date)
        values (%1$d, '%2$s', 'A list', '%2$s', true, false, 1, now(), now());
        insert into list_export (tenant, id, list_id, fields, status, start_date, end_date, bytes,
          heartbeat)
        values (%1$d, '%2$s', '%2$s', '{}', '%3$s', now(), now() - interval '%5$s', %4$d,
          now() - interval '%5$s');
        insert into export_chunk select %1$d, '%2$s', n, 'x' from generate_series(0, %4$d - 1) n\
        """
            .formatted(tenant.number(), id, status, pieces, ended));
    return id;
  }

  private static long pieces(UUID export) {
    return DATABASE.count(
        "select count(*) from export_chunk where export_id = '%s'".formatted(export));
  }

  private static long exports(UUID export) {
    return DATABASE.count("select count(*) from list_export where id = '%s'".formatted(export));
  }

  @Test
  void removesOldExportsAndIncompleteFiles() {
    UUID old = export("SUCCESS", 120, "2 days");
    UUID recent = export("CANCELLED", 51, "1 hour");
    UUID complete = export("SUCCESS", 1, "1 hour");
    ExportTable table = new ExportTable(jdbc, UUID.randomUUID());
    int slices = 0;
    while (table.removeSome(RETENTION)) {
      slices++;
    }
    assertThat(slices).isGreaterThan(3);
    assertThat(pieces(old) + pieces(recent)).isZero();
    assertThat(pieces(complete)).isOne();
    assertThat(exports(old)).isZero();
    assertThat(exports(recent)).as("its creator may ask for it").isOne();
  }

  /** As when the answer to the statement that ends the export is late, and it counts as lost. */
  @Test
  void keepsFileOfExportThatIsBeingCompleted() throws SQLException {
    UUID export = export("IN_PROGRESS", 3, "0 s");
    try (Connection completing = DATABASE.connect();
        Statement statement = completing.createStatement()) {
      completing.setAutoCommit(false);
      statement.execute(
          "update list_export set status = 'SUCCESS' where id = '%s'".formatted(export));
      new ExportTable(jdbc, UUID.randomUUID()).removeSome(RETENTION);
      completing.commit();
    }
    assertThat(pieces(export)).isEqualTo(3);
  }
}
