package org.reprise.load.lists;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.reprise.load.deploy.Sql;

/**
 * Whether circulation kept its word: no item is out twice, an item is out where it has an open loan
 * and nowhere else, and nothing that was acknowledged is gone.
 *
 * @param twice items with more than one open loan
 * @param wrongStatus items whose status does not fit their loans
 * @param lost acknowledged check-outs without a loan
 * @param stillOpen acknowledged check-ins whose loan is open
 * @param unasked loans beyond those that were acknowledged
 */
record LoanCheck(long twice, long wrongStatus, long lost, long stillOpen, long unasked) {

  /**
   * Looks at all loans.
   *
   * @param lent ids of loans that check-outs acknowledged
   * @param returned ids of loans that check-ins acknowledged
   */
  static LoanCheck of(Connection primary, List<String> lent, List<String> returned)
      throws SQLException {
    var lentIds = primary.createArrayOf("text", lent.toArray());
    var returnedIds = primary.createArrayOf("text", returned.toArray());
    var found =
        Sql.numbers(
            primary,
            """
            WITH lent AS (SELECT unnest(?::uuid[]) AS id), returned AS (SELECT unnest(?::uuid[]) AS id)
            SELECT
              (SELECT count(*) FROM (
                SELECT 1 FROM loan WHERE status = 'Open' GROUP BY tenant, item_id HAVING count(*) > 1) x),
              (SELECT count(*) FROM item i
                LEFT JOIN (SELECT DISTINCT tenant, item_id FROM loan WHERE status = 'Open') l
                  ON l.tenant = i.tenant AND l.item_id = i.id
                WHERE (i.status = 'Checked out') <> (l.item_id IS NOT NULL)),
              (SELECT count(*) FROM lent a WHERE NOT EXISTS (SELECT 1 FROM loan l WHERE l.id = a.id)),
              (SELECT count(*) FROM returned a
                WHERE NOT EXISTS (SELECT 1 FROM loan l WHERE l.id = a.id AND l.status = 'Closed')),
              (SELECT count(*) FROM loan l
                WHERE l.loan_date >= ? AND NOT EXISTS (SELECT 1 FROM lent a WHERE a.id = l.id))
            """,
            lentIds,
            returnedIds,
            Inventory.FILLED_BEFORE);
    return new LoanCheck(found.get(0), found.get(1), found.get(2), found.get(3), found.get(4));
  }

  /**
   * Whether all is well.
   *
   * @param errors check-outs that failed: their loans may be there though nobody was told
   */
  boolean passed(long errors) {
    return twice == 0 && wrongStatus == 0 && lost == 0 && stillOpen == 0 && unasked <= errors;
  }

  String text() {
    return "%d items out twice, %d with a wrong status, %d loans lost, %d returned and still open, %d unasked for"
        .formatted(twice, wrongStatus, lost, stillOpen, unasked);
  }
}
