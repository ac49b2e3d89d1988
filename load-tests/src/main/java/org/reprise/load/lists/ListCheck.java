package org.reprise.load.lists;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.reprise.load.deploy.Sql;

/**
 * Compares a list's contents with what the primary itself answers now, id by id.
 *
 * @param twice ids that are in it more than once
 * @param missing ids that the primary answers, that are not in the list, and that no desk touched
 *     since the cell began
 * @param strange ids in the list that the primary does not answer and no desk touched
 * @param touched items that desks touched since the cell began
 */
record ListCheck(long records, long twice, long missing, long strange, long touched) {

  /**
   * Looks at one list.
   *
   * @param condition of the report's query in SQL, over a table {@code item}
   * @param exactly whether items that desks touched must be right too
   */
  static ListCheck of(Connection primary, String list, ListCondition condition, boolean exactly)
      throws SQLException {
    var found =
        Sql.numbers(
            primary,
            """
            WITH refresh AS (
              SELECT tenant, success_refresh_id AS id FROM record_list WHERE id = ?::uuid),
            got AS (
              SELECT unnest(s.ids) AS id FROM list_segment s JOIN refresh r ON r.tenant = s.tenant AND r.id = s.refresh_id
              UNION ALL
              SELECT c.content_id FROM list_contents c JOIN refresh r ON r.tenant = c.tenant AND r.id = c.refresh_id),
            truth AS (
              SELECT i.id FROM item i JOIN refresh r ON r.tenant = i.tenant
              WHERE (? AND i.status <> ?) OR (NOT ? AND i.status = ?)),
            touched AS (
              SELECT l.item_id AS id FROM loan l JOIN refresh r ON r.tenant = l.tenant
              WHERE NOT ? AND (l.loan_date >= ? OR l.system_return_date >= ?))
            SELECT
              (SELECT count(*) FROM got),
              (SELECT count(*) - count(DISTINCT id) FROM got),
              (SELECT count(*) FROM (
                SELECT id FROM truth EXCEPT SELECT id FROM got EXCEPT SELECT id FROM touched) x),
              (SELECT count(*) FROM (
                SELECT id FROM got EXCEPT SELECT id FROM truth EXCEPT SELECT id FROM touched) x),
              (SELECT count(*) FROM touched)
            """,
            list,
            condition.negated(),
            condition.status(),
            condition.negated(),
            condition.status(),
            exactly,
            Inventory.FILLED_BEFORE,
            Inventory.FILLED_BEFORE);
    return new ListCheck(found.get(0), found.get(1), found.get(2), found.get(3), found.get(4));
  }

  boolean passed() {
    return twice == 0 && missing == 0 && strange == 0;
  }

  String text() {
    return "%,d records, %d twice, %d missing, %d strange"
        .formatted(records, twice, missing, strange);
  }

  /** The ids that the primary answers, in order. */
  static List<String> truth(Connection primary, String tenant, ListCondition condition)
      throws SQLException {
    return Sql.texts(
        primary,
        """
        SELECT i.id FROM item i JOIN tenant t ON t.id = i.tenant
        WHERE t.name = ? AND ((? AND i.status <> ?) OR (NOT ? AND i.status = ?)) ORDER BY i.id
        """,
        tenant,
        condition.negated(),
        condition.status(),
        condition.negated(),
        condition.status());
  }
}
