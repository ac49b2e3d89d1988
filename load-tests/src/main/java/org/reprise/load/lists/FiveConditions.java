package org.reprise.load.lists;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.reprise.load.stack.Sql;

/**
 * A list with five conditions over four tables. FOLIO's ticket PERF-811 tells of one with as many
 * that the original did not build in five hours; it does not print it, so these conditions are
 * ours.
 */
final class FiveConditions {
  static final String FQL =
      """
      {"$and":[
        {"item_status":{"$ne":"Available"}},
        {"item_material_type":{"$in":["book","journal"]}},
        {"item_effective_location_name":{"$ne":"main/annex"}},
        {"instance_title":{"$contains":"volume 1"}},
        {"item_created_date":{"$lt":"2026-01-01"}}]}
      """;

  private FiveConditions() {}

  /** The ids that the database itself finds, in order. */
  static List<String> truth(Connection primary, String tenant) throws SQLException {
    return Sql.texts(
        primary,
        """
        SELECT i.id FROM item i
          JOIN tenant t ON t.id = i.tenant
          JOIN material_type m ON m.tenant = i.tenant AND m.id = i.material_type_id
          JOIN location l ON l.tenant = i.tenant AND l.id = i.effective_location_id
          JOIN holdings h ON h.tenant = i.tenant AND h.id = i.holdings_id
          JOIN instance n ON n.tenant = h.tenant AND n.id = h.instance_id
        WHERE t.name = ? AND i.status <> 'Available' AND m.name IN ('book', 'journal')
          AND l.name <> 'main/annex' AND position('volume 1' in n.title) > 0
          AND i.created_date < '2026-01-01'
        ORDER BY i.id
        """,
        tenant);
  }
}
