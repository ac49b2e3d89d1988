package org.reprise.load.lists;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A query of the report in terms of the database: items with a status, or with any other.
 *
 * @param negated whether the status must be another one
 */
record ListCondition(String status, boolean negated) {
  private static final String FIELD = "item_status";

  /**
   * Reads the query of a list, so that what is checked cannot drift from what is asked.
   *
   * @param fql one comparison of {@code item_status}, by {@code $eq} or {@code $ne}
   * @throws IllegalArgumentException where it is anything else
   */
  static ListCondition of(String fql) {
    var comparison = read(fql).path(FIELD);
    for (var operator : new String[] {"$eq", "$ne"}) {
      if (comparison.size() == 1 && comparison.path(operator).isString()) {
        return new ListCondition(comparison.path(operator).asString(), operator.equals("$ne"));
      }
    }
    throw new IllegalArgumentException("no comparison of " + FIELD + " by $eq or $ne: " + fql);
  }

  private static JsonNode read(String fql) {
    try {
      return JsonMapper.shared().readTree(fql);
    } catch (JacksonException e) {
      throw new IllegalArgumentException("not FQL: " + fql, e);
    }
  }
}
