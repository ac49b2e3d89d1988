package org.reprise.load.lists;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.reprise.load.deploy.Sql;

/**
 * Whether every record of a file is there exactly once for each job that imported it: as a source
 * record, an instance, a holdings record and an item.
 *
 * @param faults what is wrong, in a few words each; empty where nothing is
 */
record ImportCheck(List<String> faults) {
  ImportCheck {
    faults = List.copyOf(faults);
  }

  /** Looks for the records of the jobs, and for what belongs to no job. */
  static ImportCheck of(Connection primary, MarcFile file, List<String> jobs) throws SQLException {
    var faults = new ArrayList<String>();
    for (var job : jobs) {
      count(primary, file, job, faults);
      titles(primary, file, job, faults);
    }
    nothingElse(primary, (long) file.records() * jobs.size(), faults);
    return new ImportCheck(faults);
  }

  private static void count(Connection primary, MarcFile file, String job, List<String> faults)
      throws SQLException {
    var found =
        Sql.numbers(
            primary,
            """
            WITH source AS (SELECT tenant, id, instance_id, record FROM marc_record WHERE job_id = ?::uuid)
            SELECT
              (SELECT count(*) FROM source),
              (SELECT count(DISTINCT record) FROM source),
              (SELECT count(DISTINCT instance_id) FROM source),
              (SELECT count(*) FROM holdings h JOIN source s ON s.tenant = h.tenant AND s.instance_id = h.instance_id),
              (SELECT count(*) FROM item i JOIN holdings h ON h.tenant = i.tenant AND h.id = i.holdings_id
                JOIN source s ON s.tenant = h.tenant AND s.instance_id = h.instance_id)
            """,
            job);
    var names = List.of("source records", "numbers of records", "instances", "holdings", "items");
    for (int i = 0; i < names.size(); i++) {
      if (found.get(i) != file.records()) {
        faults.add(
            "job %s: %,d %s of %,d".formatted(job, found.get(i), names.get(i), file.records()));
      }
    }
  }

  private static void titles(Connection primary, MarcFile file, String job, List<String> faults)
      throws SQLException {
    Map<String, Integer> seen = new HashMap<>();
    Sql.texts(
            primary,
            """
            SELECT n.title FROM instance n JOIN marc_record s ON s.tenant = n.tenant AND s.instance_id = n.id
            WHERE s.job_id = ?::uuid
            """,
            job)
        .forEach(title -> seen.merge(title, 1, Integer::sum));
    long wrong = 0;
    for (int number = 0; number < file.records(); number++) {
      wrong += seen.getOrDefault(file.title(number), 0) == 1 ? 0 : 1;
    }
    if (wrong > 0) {
      faults.add("job %s: %,d titles are not there exactly once".formatted(job, wrong));
    }
  }

  private static void nothingElse(Connection primary, long expected, List<String> faults)
      throws SQLException {
    for (var table : List.of("instance", "holdings", "item")) {
      var found =
          Sql.numbers(
                  primary,
                  "SELECT count(*) FROM " + table + " WHERE created_date >= ?",
                  Inventory.FILLED_BEFORE)
              .getFirst();
      if (found != expected) {
        faults.add("%,d new rows in %s, %,d expected".formatted(found, table, expected));
      }
    }
  }

  boolean passed() {
    return faults.isEmpty();
  }

  String text(int jobs, int records) {
    return faults.isEmpty()
        ? "%d jobs of %,d records, each exactly once".formatted(jobs, records)
        : String.join("; ", faults);
  }
}
