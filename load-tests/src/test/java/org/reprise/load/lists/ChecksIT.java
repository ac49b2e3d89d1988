package org.reprise.load.lists;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reprise.load.deploy.Sql;
import org.reprise.load.validity.Observed.Reads;
import org.reprise.localstack.TestDatabase;

/** A check that finds nothing wrong must be able to find something wrong. */
class ChecksIT {
  private static final InventorySize SIZE = new InventorySize(300);
  private static final ListCondition NOT_AVAILABLE = new ListCondition("Available", true);
  private static final MarcFile MARC = new MarcFile(60, 9);

  private static Connection primary;

  @BeforeAll
  static void fill() throws SQLException, IOException {
    // A run reads and makes its database as the superuser: only it may make a checkpoint.
    var database = TestDatabase.superuser().named(TestDatabase.freshDatabase().username());
    primary = ListsTables.in(database);
    Inventory.fill(primary, "diku", SIZE, 1);
  }

  @AfterAll
  static void close() throws SQLException {
    primary.close();
  }

  @BeforeEach
  void reset() throws SQLException {
    Reset.run(primary);
  }

  @Test
  void fillsWhatTheSizeSays() throws SQLException {
    assertThat(count("SELECT count(*) FROM item")).isEqualTo(300);
    assertThat(count("SELECT count(*) FROM item WHERE status <> 'Available'")).isEqualTo(200);
    assertThat(count("SELECT count(*) FROM item WHERE status = 'Checked out'")).isEqualTo(200);
    assertThat(count("SELECT count(*) FROM loan WHERE status = 'Open'")).isEqualTo(200);
    assertThat(count("SELECT count(*) FROM app_user")).isEqualTo(30);
    assertThat(LoanCheck.of(primary, List.of(), List.of()).passed(0)).isTrue();
  }

  @Test
  void acceptsCorrectListsOfBothModes() throws SQLException {
    var ids = ListCheck.truth(primary, "diku", NOT_AVAILABLE);

    assertThat(ids).hasSize(200);
    assertThat(ListCheck.of(primary, segments(ids), NOT_AVAILABLE, true).passed()).isTrue();
    assertThat(ListCheck.of(primary, rows(ids), NOT_AVAILABLE, true).passed()).isTrue();
    assertThat(ListCheck.of(primary, segments(ids), new ListCondition("Checked out", false), true))
        .isEqualTo(new ListCheck(200, 0, 0, 0, 0));
  }

  @Test
  void reportsMissingDuplicateAndWrongIds() throws SQLException {
    var ids = ListCheck.truth(primary, "diku", NOT_AVAILABLE);
    var shorter = new ArrayList<>(ids.subList(0, 199));
    var twice = new ArrayList<>(ids);
    twice.add(ids.getFirst());
    var stranger = new ArrayList<>(ids);
    stranger.set(0, available());

    assertThat(ListCheck.of(primary, segments(shorter), NOT_AVAILABLE, true))
        .isEqualTo(new ListCheck(199, 0, 1, 0, 0));
    assertThat(ListCheck.of(primary, segments(twice), NOT_AVAILABLE, true))
        .isEqualTo(new ListCheck(201, 1, 0, 0, 0));
    assertThat(ListCheck.of(primary, segments(stranger), NOT_AVAILABLE, true))
        .isEqualTo(new ListCheck(200, 0, 1, 1, 0));
  }

  @Test
  void reportsRefreshesReadFromTheWrongServer() throws SQLException {
    assertThat(ReadSources.of(primary).reads(true)).isEqualTo(new Reads("standby", 0, 0));
    readFrom("READER");
    assertThat(ReadSources.of(primary).reads(true)).isEqualTo(new Reads("standby", 1, 0));
    assertThat(ReadSources.of(primary).reads(false)).isEqualTo(new Reads("writer", 1, 1));
    readFrom("WRITER");
    assertThat(ReadSources.of(primary).reads(true)).isEqualTo(new Reads("standby", 2, 1));
    Reset.run(primary);
    readFrom("MIXED");
    assertThat(ReadSources.of(primary)).isEqualTo(new ReadSources(0, 0, 1));
    assertThat(ReadSources.of(primary).reads(true)).isEqualTo(new Reads("standby", 1, 1));
    assertThat(ReadSources.of(primary).reads(false)).isEqualTo(new Reads("writer", 1, 1));
  }

  private static void readFrom(String source) throws SQLException {
    Sql.update(
        primary,
        """
        INSERT INTO list_refresh (tenant, id, list_id, list_version, mode, status, refresh_start_date, source, owner, heartbeat)
        SELECT tenant, id, id, 1, 'COMPAT', 'SUCCESS', now(), ?, id, now() FROM record_list WHERE id = ?::uuid
        """,
        source,
        list());
  }

  @Test
  void itemsLentDuringARefreshMayBeInTheListOrNot() throws SQLException {
    var before = ListCheck.truth(primary, "diku", NOT_AVAILABLE);
    lend(available());
    takeBack(before.get(7));
    var list = segments(before);

    assertThat(ListCheck.of(primary, list, NOT_AVAILABLE, false).passed()).isTrue();
    assertThat(ListCheck.of(primary, list, NOT_AVAILABLE, true))
        .isEqualTo(new ListCheck(200, 0, 1, 1, 0));
  }

  @Test
  void reportsLostAndUnrequestedLoans() throws SQLException {
    var loan = lend(available());

    assertThat(LoanCheck.of(primary, List.of(loan), List.of()).passed(0)).isTrue();
    assertThat(LoanCheck.of(primary, List.of(), List.of())).isEqualTo(new LoanCheck(0, 0, 0, 0, 1));
    assertThat(LoanCheck.of(primary, List.of(), List.of()).passed(1)).isTrue();
    assertThat(LoanCheck.of(primary, List.of(loan, UUID.randomUUID().toString()), List.of()).lost())
        .isEqualTo(1);
    assertThat(LoanCheck.of(primary, List.of(loan), List.of(loan)).stillOpen()).isEqualTo(1);
  }

  @Test
  void reportsItemsLentTwiceOrWithAWrongStatus() throws SQLException {
    primary.setAutoCommit(false);
    try {
      Sql.update(primary, "DROP INDEX loan_open_item");
      var item = available();
      var first = lend(item);
      var second = lend(item);
      assertThat(LoanCheck.of(primary, List.of(first, second), List.of()).twice()).isEqualTo(1);
      Sql.update(primary, "UPDATE item SET status = 'Available' WHERE id = ?::uuid", item);
      assertThat(LoanCheck.of(primary, List.of(first, second), List.of()).wrongStatus())
          .isEqualTo(1);
    } finally {
      primary.rollback();
      primary.setAutoCommit(true);
    }
  }

  @Test
  void reportsLostAndDuplicateRecords() throws SQLException {
    var job = UUID.randomUUID().toString();
    for (int number = 0; number < MARC.records(); number++) {
      imported(job, number, MARC.title(number));
    }
    assertThat(ImportCheck.of(primary, MARC, List.of(job)).faults()).isEmpty();

    Sql.update(
        primary,
        "DELETE FROM item USING holdings h, marc_record m WHERE item.holdings_id = h.id"
            + " AND h.instance_id = m.instance_id AND m.record = 5");
    assertThat(ImportCheck.of(primary, MARC, List.of(job)).faults())
        .contains("job " + job + ": 59 items of 60", "59 new rows in item, 60 expected");

    imported(job, 60, MARC.title(3));
    assertThat(ImportCheck.of(primary, MARC, List.of(job)).faults())
        .contains(
            "job " + job + ": 61 source records of 60",
            "job " + job + ": 1 titles are not there exactly once");
  }

  @Test
  void resetRestoresTheInventory() throws SQLException {
    lend(available());
    takeBack(ListCheck.truth(primary, "diku", NOT_AVAILABLE).getFirst());
    imported(UUID.randomUUID().toString(), 0, "A title");
    segments(List.of(available()));
    Reset.run(primary);

    assertThat(count("SELECT count(*) FROM item WHERE status = 'Checked out'")).isEqualTo(200);
    assertThat(count("SELECT count(*) FROM loan WHERE status = 'Open'")).isEqualTo(200);
    assertThat(count("SELECT count(*) FROM loan")).isEqualTo(200);
    assertThat(count("SELECT count(*) FROM item")).isEqualTo(300);
    assertThat(count("SELECT count(*) FROM marc_record")).isZero();
    assertThat(count("SELECT count(*) FROM record_list")).isZero();
    assertThat(LoanCheck.of(primary, List.of(), List.of()).passed(0)).isTrue();
  }

  private static String segments(List<String> ids) throws SQLException {
    var list = list();
    Sql.update(
        primary,
        "INSERT INTO list_segment (tenant, refresh_id, segment, ids) SELECT id, ?::uuid, 0,"
            + " ?::uuid[] FROM tenant",
        list,
        primary.createArrayOf("text", ids.toArray()));
    return list;
  }

  private static String rows(List<String> ids) throws SQLException {
    var list = list();
    Sql.update(
        primary,
        """
        INSERT INTO list_contents (tenant, list_id, refresh_id, sort_seq, content_id)
        SELECT t.id, ?::uuid, ?::uuid, c.n, c.id FROM tenant t, unnest(?::uuid[]) WITH ORDINALITY AS c (id, n)
        """,
        list,
        list,
        primary.createArrayOf("text", ids.toArray()));
    return list;
  }

  /** A list whose refresh has its own id. */
  private static String list() throws SQLException {
    var list = UUID.randomUUID().toString();
    Sql.update(
        primary,
        """
        INSERT INTO record_list (tenant, id, name, entity_type_id, is_active, is_private, version, created_date,
          updated_date, success_refresh_id)
        SELECT id, ?::uuid, 'l', ?::uuid, true, false, 1, now(), now(), ?::uuid FROM tenant
        """,
        list,
        ListsApi.ITEMS,
        list);
    return list;
  }

  private static String available() throws SQLException {
    return Sql.text(primary, "SELECT id FROM item WHERE status = 'Available' ORDER BY id LIMIT 1");
  }

  private static String lend(String item) throws SQLException {
    var loan = UUID.randomUUID().toString();
    Sql.update(
        primary,
        """
        INSERT INTO loan (tenant, id, user_id, item_id, status, action, loan_date, due_date, checkout_service_point_id,
          item_location_id, loan_policy_id, patron_group_id)
        SELECT tenant, ?::uuid, user_id, ?::uuid, 'Open', 'checkedout', now(), now(), checkout_service_point_id,
          item_location_id, loan_policy_id, patron_group_id FROM loan LIMIT 1
        """,
        loan,
        item);
    Sql.update(primary, "UPDATE item SET status = 'Checked out' WHERE id = ?::uuid", item);
    return loan;
  }

  private static void takeBack(String item) throws SQLException {
    Sql.update(
        primary,
        """
        UPDATE loan SET status = 'Closed', action = 'checkedin', return_date = now(), system_return_date = now()
        WHERE item_id = ?::uuid AND status = 'Open'
        """,
        item);
    Sql.update(primary, "UPDATE item SET status = 'Available' WHERE id = ?::uuid", item);
  }

  private static void imported(String job, int record, String title) throws SQLException {
    var instance = UUID.randomUUID().toString();
    Sql.update(
        primary,
        """
        INSERT INTO instance (tenant, id, hrid, title, created_date, updated_date)
        SELECT id, ?::uuid, ?, ?, now(), now() FROM tenant
        """,
        instance,
        instance,
        title);
    var holdings = UUID.randomUUID().toString();
    Sql.update(
        primary,
        """
        INSERT INTO holdings (tenant, id, hrid, instance_id, permanent_location_id, created_date, updated_date)
        SELECT tenant, ?::uuid, ?, ?::uuid, id, now(), now() FROM location
        """,
        holdings,
        holdings,
        instance);
    Sql.update(
        primary,
        """
        INSERT INTO item (tenant, id, hrid, holdings_id, material_type_id, effective_location_id, status, status_date,
          created_date, updated_date)
        SELECT l.tenant, ?::uuid, ?, ?::uuid, m.id, l.id, 'Available', now(), now(), now()
        FROM location l JOIN material_type m ON m.tenant = l.tenant
        """,
        UUID.randomUUID().toString(),
        instance,
        holdings);
    Sql.update(
        primary,
        """
        INSERT INTO marc_record (tenant, id, job_id, record, instance_id, identifiers, content, created_date)
        SELECT id, ?::uuid, ?::uuid, ?, ?::uuid, '{}', ?, now() FROM tenant
        """,
        UUID.randomUUID().toString(),
        job,
        record,
        instance,
        title.getBytes(StandardCharsets.UTF_8));
  }

  private static long count(String sql) throws SQLException {
    return Sql.numbers(primary, sql).getFirst();
  }
}
