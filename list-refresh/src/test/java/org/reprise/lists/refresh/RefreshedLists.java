package org.reprise.lists.refresh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.reprise.lists.InsertGate;
import org.reprise.lists.ListsServer;
import org.reprise.lists.SampleItems;
import org.reprise.lists.tenant.Tenants;
import org.reprise.localstack.postgres.Database;

/** Lists as tests make and look at them, past the service. */
final class RefreshedLists {
  private static final Duration LIMIT = Duration.ofMinutes(30);

  private final Database database;

  RefreshedLists(Database database) {
    this.database = database;
  }

  UUID add(String fql) {
    return add(ListsServer.TENANT, fql, true);
  }

  UUID add(String tenant, String fql, boolean active) {
    UUID id = UUID.randomUUID();
    String sql =
        """
        insert into record_list (tenant, id, name, entity_type_id, fql_query, is_active, is_private,
          version, created_date, updated_date)
        select id, ?, 'A list', ?::uuid, ?, ?, false, 1, now(), now() from tenant where name = ?\
        """;
    try (Connection connection = database.connect();
        PreparedStatement insert = connection.prepareStatement(sql)) {
      insert.setObject(1, id);
      insert.setString(2, SampleItems.ENTITY_TYPE);
      insert.setString(3, fql);
      insert.setBoolean(4, active);
      insert.setString(5, tenant);
      assertThat(insert.executeUpdate()).isOne();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    return id;
  }

  /** The database's own answer to the report's query. */
  List<UUID> notAvailable(String tenant) {
    List<UUID> ids = new ArrayList<>();
    try (Connection connection = database.connect();
        PreparedStatement select = connection.prepareStatement(SampleItems.NOT_AVAILABLE_IDS)) {
      select.setString(1, tenant);
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          ids.add(rows.getObject(1, UUID.class));
        }
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    return ids;
  }

  /** Waits until a list is not being refreshed any more; how the last refresh ended. */
  String ended(UUID list) {
    await()
        .atMost(LIMIT)
        .until(() ->
            count(list, "r.status = 'IN_PROGRESS' or l.in_progress_refresh_id is not null") == 0);
    return text(
        "select status || coalesce(' ' || error_code, '') from list_refresh where list_id = ? order"
            + " by refresh_start_date desc limit 1",
        list);
  }

  long count(UUID list, String where) {
    return Long.parseLong(
        text(
            "select count(*) from list_refresh r join record_list l on l.tenant = r.tenant and l.id"
                + " = r.list_id where l.id = ? and ("
                + where
                + ")",
            list));
  }

  String text(String sql, UUID list) {
    try (Connection connection = database.connect();
        PreparedStatement select = connection.prepareStatement(sql)) {
      select.setObject(1, list);
      try (ResultSet row = select.executeQuery()) {
        assertThat(row.next()).isTrue();
        return String.valueOf(row.getString(1));
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** How many statements wait for a lock. */
  long waiting() {
    return database.count(
        "select count(*) from pg_stat_activity where datname = current_database() and"
            + " wait_event_type = 'Lock'");
  }

  /** The list has all ids of the report's query, and no other. */
  void assertExact(ListsServer server, UUID list) {
    assertThat(
            server
                .part(Contents.class)
                .page(
                    server.part(Tenants.class).find(ListsServer.TENANT).orElseThrow(),
                    list,
                    0,
                    10_000)
                .ids())
        .isEqualTo(notAvailable(ListsServer.TENANT));
  }

  /** Rows that a compatible refresh has saved. */
  long saved(UUID list) {
    return database.count(
        "select count(*) from list_contents where list_id = '%s'".formatted(list));
  }

  /** Of more than one page of rows the first is saved and the second waits. */
  InsertGate behindTheFirstPage() {
    return InsertGate.of(database, "list_contents", "new.sort_seq >= 1100");
  }
}
