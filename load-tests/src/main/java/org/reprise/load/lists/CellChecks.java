package org.reprise.load.lists;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.reprise.load.deploy.Sql;
import org.reprise.load.engine.Condition;
import org.reprise.load.generator.Sample;
import org.reprise.load.measure.Check;

/**
 * What is checked after each cell, once everything has come to rest: every list id by id, every
 * loan, every imported record, and that no event is left.
 */
record CellChecks(Connection primary, String cell, List<Check> all) {
  private static final Duration OUTBOX_TIMEOUT = Duration.ofMinutes(10);
  private static final Duration POLL = Duration.ofMillis(50);
  private static final double MAX_ELSEWHERE = 0.01;

  private void add(String id, List<String> faults, String detail) {
    all.add(
        new Check(
            id + "." + cell,
            faults.isEmpty(),
            faults.isEmpty() ? detail : String.join("; ", faults)));
  }

  /** Compares the columns of a query with a number; returns each that differs, with its name. */
  private List<String> faults(long expected, String sql, Object... values) throws SQLException {
    return Sql.rows(
            primary,
            row -> {
              var faults = new ArrayList<String>();
              for (int column = 1; column <= row.getMetaData().getColumnCount(); column++) {
                var found = row.getLong(column);
                if (found != expected) {
                  var name = row.getMetaData().getColumnLabel(column);
                  var of = expected == 0 ? "" : " of %,d".formatted(expected);
                  faults.add("%,d %s%s".formatted(found, name, of));
                }
              }
              return faults;
            },
            sql,
            values)
        .getFirst();
  }

  /**
   * Refreshes since the last reset, but for 1 %, read from the server that the cell's name says, as
   * the service noted for each of them. On a busy machine the standby falls behind, and the writer
   * serves instead: where figures are not judged, one refresh from the standby is enough.
   */
  void reads(boolean split, boolean judged) throws SQLException {
    var counts =
        Sql.numbers(
            primary,
            """
            SELECT count(*), count(*) FILTER (WHERE source IS DISTINCT FROM ?)
            FROM list_refresh WHERE status = 'SUCCESS'
            """,
            split ? "READER" : "WRITER");
    var refreshes = counts.getFirst();
    var elsewhere = counts.getLast();
    var id = "reads-from-%s.%s".formatted(split ? "standby" : "writer", cell);
    var detail = "%,d of %,d refreshes read from elsewhere".formatted(elsewhere, refreshes);
    var max = split && !judged ? refreshes - 1 : MAX_ELSEWHERE * refreshes;
    all.add(new Check(id, refreshes > 0 && elsewhere <= max, detail));
  }

  static Check refreshed(String cell, Sample sample, int lists) {
    var refreshes = sample.acknowledged(ListsLoad.REFRESHED).size();
    var detail = "%d refreshes of %d lists ended well".formatted(refreshes, lists);
    return new Check("lists-refreshed." + cell, refreshes >= lists, detail);
  }

  /**
   * Compares lists with what the primary itself answers now, id by id.
   *
   * @param exactly whether items that desks touched since the cell began must be right, too
   */
  void lists(String id, List<String> lists, Workload.Condition condition, boolean exactly)
      throws SQLException {
    var faults = new ArrayList<String>();
    for (var list : lists) {
      faults(
              0,
              """
              WITH refresh AS (
                SELECT tenant, success_refresh_id AS id FROM record_list WHERE id = ?::uuid),
              got AS (
                SELECT unnest(s.ids) AS id FROM list_segment s JOIN refresh r ON r.tenant = s.tenant AND r.id = s.refresh_id
                UNION ALL
                SELECT c.content_id FROM list_contents c JOIN refresh r ON r.tenant = c.tenant AND r.id = c.refresh_id),
              truth AS (
                SELECT i.id FROM item i JOIN refresh r ON r.tenant = i.tenant WHERE (i.status = ?) <> ?),
              touched AS (
                SELECT l.item_id AS id FROM loan l JOIN refresh r ON r.tenant = l.tenant
                WHERE NOT ? AND (l.loan_date >= ? OR l.system_return_date >= ?))
              SELECT
                (SELECT count(*) - count(DISTINCT id) FROM got) AS twice,
                (SELECT count(*) FROM (
                  SELECT id FROM truth EXCEPT SELECT id FROM got EXCEPT SELECT id FROM touched) x) AS missing,
                (SELECT count(*) FROM (
                  SELECT id FROM got EXCEPT SELECT id FROM truth EXCEPT SELECT id FROM touched) x) AS strange
              """,
              list,
              condition.status(),
              condition.negated(),
              exactly,
              Inventory.FILLED_BEFORE,
              Inventory.FILLED_BEFORE)
          .forEach(it -> faults.add(list + ": " + it));
    }
    add(
        id,
        faults,
        "%d lists as the primary answers%s"
            .formatted(lists.size(), exactly ? "" : ", but for items that desks touched"));
  }

  /**
   * No item is out twice, an item is out where it has an open loan and nowhere else, and nothing
   * that was acknowledged is gone. A check-out that failed may have made its loan all the same.
   */
  void circulation(Sample sample) throws SQLException {
    var lent = sample.acknowledged(ListsLoad.LENT);
    var returned = sample.acknowledged(ListsLoad.RETURNED);
    add(
        "no-double-loan",
        faults(
            0,
            """
            WITH lent AS (SELECT unnest(?::uuid[]) AS id), returned AS (SELECT unnest(?::uuid[]) AS id)
            SELECT
              (SELECT count(*) FROM (
                SELECT 1 FROM loan WHERE status = 'Open' GROUP BY tenant, item_id HAVING count(*) > 1) x)
                AS "items out twice",
              (SELECT count(*) FROM item i
                LEFT JOIN (SELECT DISTINCT tenant, item_id FROM loan WHERE status = 'Open') l
                  ON l.tenant = i.tenant AND l.item_id = i.id
                WHERE (i.status = 'Checked out') <> (l.item_id IS NOT NULL)) AS "items with a wrong status",
              (SELECT count(*) FROM lent a WHERE NOT EXISTS (SELECT 1 FROM loan l WHERE l.id = a.id))
                AS "loans lost",
              (SELECT count(*) FROM returned a
                WHERE NOT EXISTS (SELECT 1 FROM loan l WHERE l.id = a.id AND l.status = 'Closed'))
                AS "loans returned and still open",
              (SELECT greatest(0, count(*) - ?) FROM loan l
                WHERE l.loan_date >= ? AND NOT EXISTS (SELECT 1 FROM lent a WHERE a.id = l.id))
                AS "loans not asked for"
            """,
            primary.createArrayOf("text", lent.toArray()),
            primary.createArrayOf("text", returned.toArray()),
            sample.errorsOf(ListsLoad.CHECK_OUT),
            Inventory.FILLED_BEFORE),
        "%,d lent, %,d returned".formatted(lent.size(), returned.size()));
  }

  /**
   * Every record of the file is there exactly once for each job that imported it, as a source
   * record, an instance, a holdings record and an item, and nothing else is new.
   */
  void imports(Sample sample, MarcFile file) throws SQLException {
    var jobs = sample.acknowledged(ListsLoad.JOB);
    var titles = IntStream.range(0, file.records()).mapToObj(file::title).toArray();
    var faults = new ArrayList<String>();
    for (var job : jobs) {
      faults(
              file.records(),
              """
              WITH source AS (
                SELECT tenant, id, instance_id, record FROM marc_record WHERE job_id = ?::uuid),
              title AS (
                SELECT n.title FROM instance n JOIN source s ON s.tenant = n.tenant AND s.instance_id = n.id
                GROUP BY n.title HAVING count(*) = 1)
              SELECT
                (SELECT count(*) FROM source) AS "source records",
                (SELECT count(DISTINCT record) FROM source) AS "numbers of records",
                (SELECT count(DISTINCT instance_id) FROM source) AS instances,
                (SELECT count(*) FROM holdings h JOIN source s ON s.tenant = h.tenant AND s.instance_id = h.instance_id)
                  AS holdings,
                (SELECT count(*) FROM item i JOIN holdings h ON h.tenant = i.tenant AND h.id = i.holdings_id
                  JOIN source s ON s.tenant = h.tenant AND s.instance_id = h.instance_id) AS items,
                (SELECT count(*) FROM title JOIN unnest(?::text[]) AS expected ON expected = title.title)
                  AS "titles exactly once"
              """,
              job,
              primary.createArrayOf("text", titles))
          .forEach(it -> faults.add("job " + job + ": " + it));
    }
    faults.addAll(
        faults(
            (long) file.records() * jobs.size(),
            """
            SELECT
              (SELECT count(*) FROM instance WHERE created_date >= at) AS "new instances",
              (SELECT count(*) FROM holdings WHERE created_date >= at) AS "new holdings",
              (SELECT count(*) FROM item WHERE created_date >= at) AS "new items"
            FROM (SELECT ?::timestamptz AS at) filled
            """,
            Inventory.FILLED_BEFORE));
    add(
        "imported-once",
        faults,
        "%d jobs of %,d records, each exactly once".formatted(jobs.size(), file.records()));
  }

  /** Waits until the service has published every event, as its outbox says. */
  void events() throws IOException, SQLException, InterruptedException {
    var count = "SELECT count(*) AS \"events not published\" FROM event_outbox";
    var _ = Condition.await(OUTBOX_TIMEOUT, POLL, () -> faults(0, count).isEmpty());
    add("events-published", faults(0, count), "nothing waits in the outbox");
  }
}
