package org.reprise.load.lists;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.postgresql.PGConnection;
import org.postgresql.copy.PGCopyOutputStream;
import org.reprise.load.deploy.Sql;

/**
 * Fills a tenant's inventory: instances, holdings, items, patrons, and a loan for each item that is
 * out. What is in it follows from size and seed. The tenant's reference data must be there already,
 * and no inventory.
 */
final class Inventory {
  /** Everything filled is older than this; what a run adds is younger. */
  static final OffsetDateTime FILLED_BEFORE =
      OffsetDateTime.of(2026, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC);

  private static final String FILLED = "2025-06-01T00:00:00Z";
  private static final String LENT = "2025-12-01T09:00:00Z";
  private static final String DUE = "2026-12-31T23:59:59Z";
  private static final int BUFFER = 1 << 16;

  private final InventorySize size;
  private final long seed;
  private final Connection connection;
  private final Reference reference;

  /** What the rows refer to, as the service made it for the tenant. */
  private record Reference(
      int tenant,
      List<String> locations,
      List<String> materialTypes,
      String servicePoint,
      String loanPolicy,
      String patronGroup) {}

  private Inventory(InventorySize size, long seed, Connection connection, String tenant)
      throws SQLException {
    this.size = size;
    this.seed = seed;
    this.connection = connection;
    this.reference = reference(connection, tenant);
  }

  /**
   * Fills it, and lets the database know its size.
   *
   * @throws SQLException where the reference data is missing or there is an inventory already
   */
  static void fill(Connection connection, String tenant, InventorySize size, long seed)
      throws SQLException, IOException {
    connection.setAutoCommit(false);
    var inventory = new Inventory(size, seed, connection, tenant);
    inventory.instances();
    inventory.holdings();
    inventory.items();
    inventory.patrons();
    inventory.loans();
    connection.commit();
    connection.setAutoCommit(true);
    try (var statement = connection.createStatement()) {
      statement.execute("VACUUM (ANALYZE) instance, holdings, item, app_user, loan");
    }
  }

  private static Reference reference(Connection connection, String tenant) throws SQLException {
    var number =
        Integer.parseInt(Sql.text(connection, "SELECT id FROM tenant WHERE name = ?", tenant));
    return new Reference(
        number,
        Sql.texts(connection, "SELECT id FROM location WHERE tenant = ? ORDER BY code", number),
        Sql.texts(
            connection, "SELECT id FROM material_type WHERE tenant = ? ORDER BY name", number),
        Sql.text(
            connection,
            "SELECT id FROM service_point WHERE tenant = ? ORDER BY code LIMIT 1",
            number),
        Sql.text(
            connection,
            "SELECT id FROM loan_policy WHERE tenant = ? AND loanable ORDER BY name LIMIT 1",
            number),
        Sql.text(
            connection,
            """
            SELECT id FROM patron_group WHERE tenant = ?
            ORDER BY max_items_out DESC NULLS FIRST, name LIMIT 1
            """,
            number));
  }

  private void instances() throws SQLException, IOException {
    copy(
        """
        COPY instance (tenant, id, hrid, title, primary_contributor, created_date, updated_date)
        FROM STDIN
        """,
        IntStream.range(0, size.instances()),
        instance ->
            row(
                id("instance", instance),
                "in%011d".formatted(instance),
                "Collected notes, volume " + instance,
                "Author " + instance % 997,
                FILLED,
                FILLED));
  }

  private void holdings() throws SQLException, IOException {
    copy(
        """
        COPY holdings (tenant, id, hrid, instance_id, permanent_location_id, call_number, created_date, updated_date)
        FROM STDIN
        """,
        IntStream.range(0, size.instances()),
        instance ->
            row(
                id("holdings", instance),
                "ho%011d".formatted(instance),
                id("instance", instance),
                location(instance),
                "QA%d.%d".formatted(instance % 1000, instance),
                FILLED,
                FILLED));
  }

  private void items() throws SQLException, IOException {
    copy(
        """
        COPY item (tenant, id, hrid, barcode, holdings_id, material_type_id, effective_location_id, status,
          status_date, item_level_call_number, number_of_pieces, discovery_suppress, created_date, updated_date)
        FROM STDIN
        """,
        IntStream.range(0, size.items()),
        item -> {
          var instance = InventorySize.instanceOf(item);
          return row(
              id("item", item),
              "it%011d".formatted(item),
              InventorySize.barcode(item),
              id("holdings", instance),
              any(reference.materialTypes(), "type", item),
              location(instance),
              InventorySize.isOut(item) ? "Checked out" : "Available",
              InventorySize.isOut(item) ? LENT : FILLED,
              "QA%d.%d c.%d".formatted(instance % 1000, instance, item % 3),
              "1",
              "false",
              FILLED,
              FILLED);
        });
  }

  private void patrons() throws SQLException, IOException {
    copy(
        """
        COPY app_user (tenant, id, username, barcode, patron_group_id, last_name, first_name, created_date, updated_date)
        FROM STDIN
        """,
        IntStream.range(0, size.patrons()),
        patron ->
            row(
                id("patron", patron),
                "patron" + patron,
                InventorySize.patronBarcode(patron),
                reference.patronGroup(),
                "Patron",
                "Number " + patron,
                FILLED,
                FILLED));
  }

  private void loans() throws SQLException, IOException {
    copy(
        """
        COPY loan (tenant, id, user_id, item_id, status, action, loan_date, due_date, checkout_service_point_id,
          item_location_id, loan_policy_id, patron_group_id)
        FROM STDIN
        """,
        size.lent(),
        item ->
            row(
                id("loan", item),
                id("patron", size.patronOf(item)),
                id("item", item),
                "Open",
                "checkedout",
                LENT,
                DUE,
                reference.servicePoint(),
                location(InventorySize.instanceOf(item)),
                reference.loanPolicy(),
                reference.patronGroup()));
  }

  private void copy(String sql, IntStream numbers, IntFunction<String> row)
      throws SQLException, IOException {
    try (var out =
        new BufferedWriter(
            new OutputStreamWriter(
                new PGCopyOutputStream(connection.unwrap(PGConnection.class), sql),
                StandardCharsets.UTF_8),
            BUFFER)) {
      for (var all = numbers.iterator(); all.hasNext(); ) {
        out.write(row.apply(all.nextInt()));
      }
    }
  }

  /** In COPY's text format; no value has a character that it would escape. */
  private String row(String... values) {
    return reference.tenant() + "\t" + String.join("\t", values) + "\n";
  }

  private String id(String kind, int number) {
    return UUID.nameUUIDFromBytes(
            "%d %s %d".formatted(seed, kind, number).getBytes(StandardCharsets.UTF_8))
        .toString();
  }

  private String location(int instance) {
    return any(reference.locations(), "location", instance);
  }

  private String any(List<String> values, String kind, int number) {
    return values.get(new Random(seed + kind.hashCode() + 31L * number).nextInt(values.size()));
  }
}
