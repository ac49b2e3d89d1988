package org.reprise.load.lists;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reprise.load.deploy.Sql;
import org.reprise.load.generator.Phase;
import org.reprise.load.generator.Recorder;
import org.reprise.load.generator.Shape;
import org.reprise.load.measure.Check;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestDatabase;

/** A check that finds nothing wrong must be able to find something wrong. */
class ChecksIT {
  private static final Workload.Condition NOT_AVAILABLE = new Workload.Condition("Available", true);
  private static final MarcFile MARC = new MarcFile(60, 9);

  private static Database database;
  private static Connection primary;

  @BeforeAll
  static void fill() throws SQLException, IOException {
    // A run reads and makes its database as the superuser: only it may make a checkpoint.
    database = TestDatabase.superuser().named(TestDatabase.freshDatabase().username());
    primary = ListsTables.in(database);
    new Inventory(300).fill(primary, "diku", 1);
  }

  @AfterAll
  static void close() throws SQLException {
    primary.close();
  }

  @BeforeEach
  void reset() throws SQLException {
    Inventory.reset(primary);
  }

  @Test
  void fillsWhatTheSizeSays() throws SQLException {
    assertThat(count("SELECT count(*) FROM item")).isEqualTo(300);
    assertThat(count("SELECT count(*) FROM item WHERE status <> 'Available'")).isEqualTo(200);
    assertThat(count("SELECT count(*) FROM item WHERE status = 'Checked out'")).isEqualTo(200);
    assertThat(count("SELECT count(*) FROM loan WHERE status = 'Open'")).isEqualTo(200);
    assertThat(count("SELECT count(*) FROM app_user")).isEqualTo(30);
    assertThat(circulation(List.of(), List.of(), 0).passed()).isTrue();
  }

  @Test
  void resetIsRepeatedAfterDeadlock() throws Exception {
    try (var job = database.connect();
        var threads = Executors.newSingleThreadExecutor()) {
      job.setAutoCommit(false);
      // PostgreSQL then always ends the reset, and not the job.
      Sql.update(job, "SET deadlock_timeout = '1h'");
      Sql.update(job, "LOCK TABLE job_execution IN SHARE MODE");
      var reset =
          threads.submit(() -> {
            Inventory.empty(primary);
            return true;
          });
      await().until(() -> !Sql.texts(job, "SELECT pid FROM pg_locks WHERE NOT granted").isEmpty());
      Sql.update(job, "LOCK TABLE list_contents IN SHARE MODE");
      job.rollback();
      assertThat(reset.get()).isTrue();
    }
  }

  @Test
  void acceptsCorrectListsOfBothModes() throws SQLException {
    var ids = matching();

    assertThat(ids).hasSize(200);
    assertThat(lists(segments(ids), NOT_AVAILABLE, true).passed()).isTrue();
    assertThat(lists(rows(ids), NOT_AVAILABLE, true).passed()).isTrue();
    assertThat(lists(segments(ids), new Workload.Condition("Checked out", false), true).passed())
        .isTrue();
  }

  @Test
  void reportsMissingDuplicateAndWrongIds() throws SQLException {
    var ids = matching();
    var twice = new ArrayList<>(ids);
    twice.add(ids.getFirst());
    var stranger = new ArrayList<>(ids);
    stranger.set(0, available());

    assertThat(lists(segments(ids.subList(0, 199)), NOT_AVAILABLE, true).detail())
        .endsWith(": 1 missing")
        .doesNotContain(";");
    assertThat(lists(segments(twice), NOT_AVAILABLE, true).detail()).endsWith(": 1 twice");
    var check = lists(segments(stranger), NOT_AVAILABLE, true);
    assertThat(check.passed()).isFalse();
    assertThat(check.detail()).contains(": 1 missing; ", ": 1 strange");
  }

  @Test
  void reportsRefreshesReadFromTheWrongServer() throws SQLException {
    assertThat(reads(true).passed()).isFalse();
    readFrom("READER");
    assertThat(reads(true).passed()).isTrue();
    assertThat(reads(false).detail()).isEqualTo("1 of 1 refreshes read from elsewhere");
    readFrom("WRITER");
    assertThat(reads(true).detail()).isEqualTo("1 of 2 refreshes read from elsewhere");
    assertThat(reads(true).passed()).isFalse();
    Inventory.reset(primary);
    readFrom("MIXED");
    assertThat(reads(true).passed()).isFalse();
    assertThat(reads(false).passed()).isFalse();
  }

  @Test
  void oneRefreshByTheStandbyIsEnoughWhereNothingIsJudged() throws SQLException {
    assertThat(reads(true, false).passed()).isFalse();
    readFrom("WRITER");
    assertThat(reads(true, false).passed()).isFalse();
    readFrom("READER");
    assertThat(reads(true, false).passed()).isTrue();
    assertThat(reads(true, true).passed()).isFalse();
    assertThat(reads(false, false).passed()).isFalse();
  }

  private static Check reads(boolean split) throws SQLException {
    return reads(split, true);
  }

  private static Check reads(boolean split, boolean judged) throws SQLException {
    var checks = new CellChecks(primary, "cell", new ArrayList<>());
    checks.reads(split, judged);
    return checks.all().getFirst();
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
    var before = matching();
    lend(available());
    takeBack(before.get(7));
    var list = segments(before);

    assertThat(lists(list, NOT_AVAILABLE, false).passed()).isTrue();
    assertThat(lists(list, NOT_AVAILABLE, true).detail()).contains(": 1 missing; ", ": 1 strange");
  }

  @Test
  void reportsLostAndUnrequestedLoans() throws SQLException {
    var loan = lend(available());

    assertThat(circulation(List.of(loan), List.of(), 0).passed()).isTrue();
    var unrequested = circulation(List.of(), List.of(), 0);
    assertThat(unrequested.passed()).isFalse();
    assertThat(unrequested.detail()).isEqualTo("1 loans not asked for");
    assertThat(circulation(List.of(), List.of(), 1).passed()).isTrue();
    assertThat(circulation(List.of(loan, UUID.randomUUID().toString()), List.of(), 0).detail())
        .isEqualTo("1 loans lost");
    assertThat(circulation(List.of(loan), List.of(loan), 0).detail())
        .isEqualTo("1 loans returned and still open");
  }

  @Test
  void reportsItemsLentTwiceOrWithAWrongStatus() throws SQLException {
    primary.setAutoCommit(false);
    try {
      Sql.update(primary, "DROP INDEX loan_open_item");
      var item = available();
      var loans = List.of(lend(item), lend(item));
      assertThat(circulation(loans, List.of(), 0).detail()).isEqualTo("1 items out twice");
      Sql.update(primary, "UPDATE item SET status = 'Available' WHERE id = ?::uuid", item);
      assertThat(circulation(loans, List.of(), 0).detail()).contains("1 items with a wrong status");
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
    assertThat(imports(job).passed()).isTrue();

    Sql.update(
        primary,
        "DELETE FROM item USING holdings h, marc_record m WHERE item.holdings_id = h.id"
            + " AND h.instance_id = m.instance_id AND m.record = 5");
    assertThat(imports(job).detail())
        .isEqualTo("job " + job + ": 59 items of 60; 59 new items of 60");

    imported(job, 60, MARC.title(3));
    assertThat(imports(job).detail())
        .contains(
            "job " + job + ": 61 source records of 60",
            "job " + job + ": 59 titles exactly once of 60");
  }

  private static Check lists(String list, Workload.Condition condition, boolean exactly)
      throws SQLException {
    var checks = new CellChecks(primary, "cell", new ArrayList<>());
    checks.lists("lists-equal", List.of(list), condition, exactly);
    return checks.all().getFirst();
  }

  private static Check circulation(List<String> lent, List<String> returned, int errors)
      throws SQLException {
    var recorder = recorder();
    lent.forEach(loan -> recorder.acknowledged(ListsLoad.LENT, loan));
    returned.forEach(loan -> recorder.acknowledged(ListsLoad.RETURNED, loan));
    for (int i = 0; i < errors; i++) {
      recorder.failed(ListsLoad.CHECK_OUT, "no answer");
    }
    var checks = new CellChecks(primary, "cell", new ArrayList<>());
    checks.circulation(recorder.sample());
    return checks.all().getFirst();
  }

  private static Check imports(String job) throws SQLException {
    var recorder = recorder();
    recorder.acknowledged(ListsLoad.JOB, job);
    var checks = new CellChecks(primary, "cell", new ArrayList<>());
    checks.imports(recorder.sample(), MARC);
    return checks.all().getFirst();
  }

  private static Recorder recorder() {
    var users = new Shape.Mixed(Map.of("desks", 1), Duration.ZERO);
    return new Recorder(Phase.warmUp("sample", users));
  }

  @Test
  void resetRestoresTheInventory() throws SQLException {
    lend(available());
    takeBack(matching().getFirst());
    imported(UUID.randomUUID().toString(), 0, "A title");
    segments(List.of(available()));
    Inventory.reset(primary);

    assertThat(count("SELECT count(*) FROM item WHERE status = 'Checked out'")).isEqualTo(200);
    assertThat(count("SELECT count(*) FROM loan WHERE status = 'Open'")).isEqualTo(200);
    assertThat(count("SELECT count(*) FROM loan")).isEqualTo(200);
    assertThat(count("SELECT count(*) FROM item")).isEqualTo(300);
    assertThat(count("SELECT count(*) FROM marc_record")).isZero();
    assertThat(count("SELECT count(*) FROM record_list")).isZero();
    assertThat(circulation(List.of(), List.of(), 0).passed()).isTrue();
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
    return Sql.texts(primary, "SELECT id FROM item WHERE status = 'Available' ORDER BY id LIMIT 1")
        .getFirst();
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

  private List<String> matching() throws SQLException {
    return Sql.texts(
        primary, "SELECT id FROM item WHERE status <> ? ORDER BY id", NOT_AVAILABLE.status());
  }
}
