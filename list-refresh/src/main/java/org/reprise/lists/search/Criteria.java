package org.reprise.lists.search;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.web.Paging;

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
  private static final Map<String, TotalMode> MODES =
      Map.of(
          "auto", TotalMode.AUTO,
          "estimated", TotalMode.ESTIMATED,
          "exact", TotalMode.EXACT,
          "none", TotalMode.NONE);

  private static final Paging.Sizes SIZES = new Paging.Sizes("limit", 0, 10, 10_000);

  String cql() {
    return query == null ? "" : query;
  }

  /** Which total is answered; empty where the request names no known mode. */
  Optional<TotalMode> totals() {
    return totalRecords == null || totalRecords.isEmpty()
        ? Optional.of(TotalMode.AUTO)
        : Optional.ofNullable(MODES.get(totalRecords));
  }

  /**
   * The page that is wanted.
   *
   * @throws org.reprise.lists.web.Refusal 400 where offset or limit are out of bounds
   */
  Paging page() {
    return Paging.of(offset, limit, SIZES);
  }
}
