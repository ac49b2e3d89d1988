package org.reprise.lists.fqm;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A query as requests see it (mod-fqm-manager, QueryDetails); members without a value are left out.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record QueryView(
    UUID queryId,
    UUID entityTypeId,
    String fqlQuery,
    List<String> fields,
    QueryStatus status,
    Instant startDate,
    @Nullable Instant endDate,
    @Nullable String failureReason,
    int totalRecords,
    @Nullable List<Map<String, Object>> content) {
  /** With results, or without where they are null. */
  static QueryView of(QueryDetails query, @Nullable List<Map<String, Object>> content) {
    Integer total = query.totalRecords();
    return new QueryView(
        query.queryId(),
        query.entityTypeId(),
        query.fqlQuery(),
        query.fields(),
        query.status(),
        query.startDate(),
        query.endDate(),
        query.failureReason(),
        total == null ? 0 : total,
        content);
  }
}
