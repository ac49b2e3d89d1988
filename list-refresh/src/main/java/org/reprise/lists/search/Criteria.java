package org.reprise.lists.search;

import org.jspecify.annotations.Nullable;

/**
 * What a request for a list of resources may say, by FOLIO's names.
 *
 * @param query in CQL; everything where it is missing
 * @param offset rows that are passed over; 0 where it is missing
 * @param limit rows at most; 10 where it is missing, as in FOLIO
 */
public record Criteria(@Nullable String query, @Nullable Integer offset, @Nullable Integer limit) {
  static final int MOST_ROWS = 10_000;
  private static final int ROWS = 10;

  String cql() {
    return query == null ? "" : query;
  }

  int start() {
    return offset == null ? 0 : offset;
  }

  int rows() {
    return limit == null ? ROWS : limit;
  }
}
