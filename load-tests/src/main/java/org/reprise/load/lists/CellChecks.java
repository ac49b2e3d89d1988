package org.reprise.load.lists;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.reprise.load.deploy.Sql;
import org.reprise.load.generator.Sample;
import org.reprise.load.measure.Check;

/**
 * What is looked at after each cell, once everything has come to rest: every list id by id, every
 * loan, every imported record, every event.
 */
final class CellChecks {
  private static final Duration REFRESH_LIMIT = Duration.ofMinutes(2);
  private static final Duration OUTBOX_LIMIT = Duration.ofSeconds(30);
  private static final Duration LOOK = Duration.ofMillis(50);

  private final Connection primary;
  private final String cell;
  private final List<Check> checks = new ArrayList<>();

  /**
   * Checks of one cell.
   *
   * @param cell as the ids of the checks end with
   */
  CellChecks(Connection primary, String cell) {
    this.primary = primary;
    this.cell = cell;
  }

  List<Check> all() {
    return List.copyOf(checks);
  }

  private void add(String id, boolean passed, String detail) {
    checks.add(new Check(id + "." + cell, passed, detail));
  }

  /** Every list was refreshed once at least. */
  void refreshed(int refreshes, int lists) {
    add(
        "lists-refreshed",
        refreshes >= lists,
        "%d refreshes of %d lists ended well".formatted(refreshes, lists));
  }

  /**
   * Every list as it was refreshed beside the load. What desks touched meanwhile may be in it or
   * not; all else must be right.
   *
   * @param touched whether desks worked
   */
  void listsAsRefreshed(List<String> lists, ListCondition condition, boolean touched)
      throws SQLException {
    eachList("lists-equal", lists, condition, !touched);
  }

  /** Every list after one more refresh at rest: exactly the primary's own answer. */
  void listsAtRest(ListsApi api, List<String> lists, ListCondition condition)
      throws SQLException, IOException, InterruptedException {
    api.refresh(lists, "fast", REFRESH_LIMIT);
    eachList("lists-equal-at-rest", lists, condition, true);
  }

  private void eachList(String id, List<String> lists, ListCondition condition, boolean exactly)
      throws SQLException {
    var wrong = new ArrayList<String>();
    long records = 0;
    long touched = 0;
    for (var list : lists) {
      var check = ListCheck.of(primary, list, condition, exactly);
      records += check.records();
      touched = check.touched();
      if (!check.passed()) {
        wrong.add(list + ": " + check.text());
      }
    }
    add(
        id,
        wrong.isEmpty(),
        wrong.isEmpty()
            ? "%d lists with %,d records together%s"
                .formatted(
                    lists.size(),
                    records,
                    exactly ? "" : ", but for %,d items that desks touched".formatted(touched))
            : String.join("; ", wrong));
  }

  /** One list as callers read it, page after page: the same ids in their order. */
  void listThroughApi(ListsApi api, String list, String tenant, ListCondition condition)
      throws SQLException, InterruptedException {
    try {
      var got = api.contents(list);
      var truth = ListCheck.truth(primary, tenant, condition);
      add(
          "contents-equal",
          got.equals(truth),
          "%,d ids by the API, %,d in the primary's answer%s"
              .formatted(
                  got.size(),
                  truth.size(),
                  got.equals(truth) ? ", equal and in order" : ": they differ"));
    } catch (IOException e) {
      add("contents-equal", false, "cannot be read: " + e.getMessage());
    }
  }

  void circulation(Sample sample) throws SQLException {
    var lent = Acknowledged.lent(sample);
    var returned = Acknowledged.returned(sample);
    var loans = LoanCheck.of(primary, lent, returned);
    add(
        "no-double-loan",
        loans.passed(sample.errorsOf(FlowOperation.CHECK_OUT)),
        "%,d lent, %,d returned: %s".formatted(lent.size(), returned.size(), loans.text()));
  }

  /**
   * The events that tell of all that was acknowledged.
   *
   * @param records of each job
   */
  void events(Sample sample, EventLog events, int records)
      throws SQLException, InterruptedException {
    var waiting = awaitOutbox();
    var missing = events.read().missing(sample, records);
    add(
        "no-event-lost",
        waiting == 0 && missing.isEmpty(),
        "%,d loans and returns, %,d refreshes, %,d jobs: %s, %,d events unpublished"
            .formatted(
                Acknowledged.lent(sample).size() + Acknowledged.returned(sample).size(),
                Acknowledged.refreshes(sample).size(),
                Acknowledged.jobs(sample).size(),
                missing.isEmpty() ? "an event of each" : String.join("; ", missing),
                waiting));
  }

  private long awaitOutbox() throws SQLException, InterruptedException {
    var deadline = System.nanoTime() + OUTBOX_LIMIT.toNanos();
    while (true) {
      var waiting = Sql.numbers(primary, "SELECT count(*) FROM event_outbox").getFirst();
      if (waiting == 0 || System.nanoTime() > deadline) {
        return waiting;
      }
      Thread.sleep(LOOK);
    }
  }

  void imports(MarcFile file, List<String> jobs) throws SQLException {
    var check = ImportCheck.of(primary, file, jobs);
    add("imported-once", check.passed(), check.text(jobs.size(), file.records()));
  }
}
