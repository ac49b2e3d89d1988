package org.reprise.lists.search;

import org.jspecify.annotations.Nullable;

/**
 * What a request for a list of resources may say, by FOLIO's names.
 *
 * @param query in CQL; everything where it is missing
 * @param offset rows that are passed over; 0 where it is missing
 * @param limit rows at most; 10 where it is missing, as in FOLIO
 * @param totalRecords which total is answered: auto, estimated, exact or none
 */
public record Criteria(
    @Nullable String query,
    @Nullable Integer offset,
    @Nullable Integer limit,
    @Nullable String totalRecords) {
  String cql() {
    return query == null ? "" : query;
  }
}
