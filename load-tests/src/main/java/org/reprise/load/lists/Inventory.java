package org.reprise.load.lists;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.IntStream;
import org.reprise.load.deploy.Sql;

/**
 * A tenant's inventory, all of which follows from its size and a seed: instances, holdings, items,
 * patrons, and a loan for each item that is out.
 *
 * <p>Two items of three are out. All that are not available are checked out, so that the report's
 * two queries, {@code != Available} and {@code == Checked out}, give the same list: whatever time
 * they differ by is the query's own.
 *
 * @param items 30 or more, a multiple of three; an instance has three, a patron ten
 */
record Inventory(int items) {
  /** deadlock_detected, which PostgreSQL ends one of those with who wait for each other. */
  private static final String DEADLOCK = "40P01";

  private static final int EMPTY_ATTEMPTS = 5;

  /** Everything filled is older than this; what a run adds is younger. */
  static final OffsetDateTime FILLED_BEFORE =
      OffsetDateTime.of(2026, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC);

  Inventory {
    if (items < 30 || items % 3 != 0) {
      throw new IllegalArgumentException("items: 30 or more and a multiple of 3, not " + items);
    }
  }

  int patrons() {
    return items / 10;
  }

  /** Returns the number of items that are out, which is the length of the report's list. */
  int out() {
    return items / 3 * 2;
  }

  IntStream numbers(boolean out) {
    return IntStream.range(0, items).filter(item -> item % 3 != 0 == out);
  }

  static String barcode(int item) {
    return "RI%09d".formatted(item);
  }

  static String patronBarcode(int patron) {
    return "RP%07d".formatted(patron);
  }

  /**
   * Fills the empty inventory of a tenant that has its reference data.
   *
   * @throws SQLException where the reference data is missing or there is an inventory already
   */
  void fill(Connection connection, String tenant, long seed) throws SQLException {
    var number = Sql.texts(connection, "SELECT id FROM tenant WHERE name = ?", tenant).getFirst();
    connection.setAutoCommit(false);
    Sql.update(
        connection,
        """
        CREATE TEMP TABLE filling ON COMMIT DROP AS
        SELECT t.id AS tenant, ?::int AS items, ?::text AS seed, '2025-06-01T00:00:00Z'::timestamptz AS filled,
          '2025-12-01T09:00:00Z'::timestamptz AS lent, '2026-12-31T23:59:59Z'::timestamptz AS due,
          (SELECT array_agg(id ORDER BY code) FROM location WHERE tenant = t.id) AS locations,
          (SELECT array_agg(id ORDER BY name) FROM material_type WHERE tenant = t.id) AS types,
          (SELECT id FROM service_point WHERE tenant = t.id ORDER BY code LIMIT 1) AS desk,
          (SELECT id FROM loan_policy WHERE tenant = t.id AND loanable ORDER BY name LIMIT 1) AS policy,
          (SELECT g.id FROM patron_group g LEFT JOIN patron_block_limit m ON (m.tenant, m.patron_group_id) = (g.tenant, g.id)
            WHERE g.tenant = t.id ORDER BY m.value DESC NULLS FIRST, g.name LIMIT 1) AS patron_group
        FROM tenant t WHERE t.id = ?::int
        """,
        items,
        Long.toString(seed),
        number);
    try (var statement = connection.createStatement()) {
      statement.execute(
          """
          INSERT INTO instance (tenant, id, hrid, title, primary_contributor, created_date, updated_date)
          SELECT tenant, md5(seed || ' instance ' || n)::uuid, 'in' || lpad(n::text, 11, '0'), 'Collected notes, volume ' || n,
            'Author ' || n % 997, filled, filled
          FROM filling, generate_series(0, items / 3 - 1) n;

          INSERT INTO holdings (tenant, id, hrid, instance_id, permanent_location_id, call_number, created_date,
            updated_date)
          SELECT tenant, md5(seed || ' holdings ' || n)::uuid, 'ho' || lpad(n::text, 11, '0'), md5(seed || ' instance ' || n)::uuid,
            locations[1 + n % cardinality(locations)], 'QA' || n % 1000 || '.' || n, filled, filled
          FROM filling, generate_series(0, items / 3 - 1) n;

          INSERT INTO item (tenant, id, hrid, barcode, holdings_id, material_type_id, effective_location_id, status,
            status_date, item_level_call_number, number_of_pieces, discovery_suppress, created_date, updated_date)
          SELECT tenant, md5(seed || ' item ' || n)::uuid, 'it' || lpad(n::text, 11, '0'), 'RI' || lpad(n::text, 9, '0'),
            md5(seed || ' holdings ' || n / 3)::uuid, types[1 + n % cardinality(types)], locations[1 + n / 3 % cardinality(locations)],
            CASE WHEN n % 3 = 0 THEN 'Available' ELSE 'Checked out' END,
            CASE WHEN n % 3 = 0 THEN filled ELSE lent END,
            'QA' || n / 3 % 1000 || '.' || n / 3 || ' c.' || n % 3, '1', false, filled, filled
          FROM filling, generate_series(0, items - 1) n;

          INSERT INTO app_user (tenant, id, username, barcode, patron_group_id, last_name, first_name, created_date,
            updated_date)
          SELECT tenant, md5(seed || ' patron ' || n)::uuid, 'patron' || n, 'RP' || lpad(n::text, 7, '0'), patron_group,
            'Patron', 'Number ' || n, filled, filled
          FROM filling, generate_series(0, items / 10 - 1) n;

          INSERT INTO loan (tenant, id, user_id, item_id, status, action, loan_date, due_date,
            checkout_service_point_id, item_location_id, loan_policy_id, patron_group_id)
          SELECT tenant, md5(seed || ' loan ' || n)::uuid, md5(seed || ' patron ' || n % (items / 10))::uuid, md5(seed || ' item ' || n)::uuid,
            'Open', 'checkedout', lent, due, desk, locations[1 + n / 3 % cardinality(locations)], policy, patron_group
          FROM filling, generate_series(0, items - 1) n WHERE n % 3 <> 0;
          """);
      connection.commit();
      connection.setAutoCommit(true);
      statement.execute("VACUUM (ANALYZE) instance, holdings, item, app_user, loan");
    }
  }

  /**
   * Brings a tenant back to the filled inventory, so that every cell begins with the same: what
   * came after the filling goes, loans that ended are open again, items have their first status.
   * The database is vacuumed and its checkpoint made.
   */
  static void reset(Connection primary) throws SQLException {
    empty(primary);
    Sql.update(primary, "DELETE FROM loan WHERE loan_date >= ?", FILLED_BEFORE);
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
      Sql.update(primary, "DELETE FROM " + table + " WHERE created_date >= ?", FILLED_BEFORE);
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
    for (int attempt = 1; ; attempt++) {
      try {
        Sql.update(
            primary,
            """
            TRUNCATE list_contents, list_segment, list_export, list_refresh, list_version, record_list, query_results,
              query_details, check_in, circulation_request, job_log_entry, import_chunk, upload_piece,
              upload_definition, marc_record, job_execution
            CASCADE
            """);
        return;
      } catch (SQLException e) {
        // The service's own jobs lock some of these tables in an order of theirs; seen once.
        if (!DEADLOCK.equals(e.getSQLState()) || attempt == EMPTY_ATTEMPTS) {
          throw e;
        }
      }
    }
  }
}
