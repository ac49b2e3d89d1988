package org.reprise.load.lists;

import tools.jackson.databind.json.JsonMapper;

/**
 * A query of the report in terms of the database: items with a status, or with any other.
 *
 * @param negated whether the status must be another one
 */
record ListCondition(String status, boolean negated) {
  /**
   * Reads the query of a list, so that what is checked cannot drift from what is asked.
   *
   * @param fql one comparison of {@code item_status}, by {@code $eq} or {@code $ne}
   */
  static ListCondition of(String fql) {
    var comparison = JsonMapper.shared().readTree(fql).path("item_status");
    var negated = comparison.has("$ne");
    return new ListCondition(comparison.path(negated ? "$ne" : "$eq").stringValue(), negated);
  }
}
