package org.reprise.lists.list;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A list among others (mod-lists, ListSummaryDTO); what it does not have is left out. */
record ListSummary(
    UUID id,
    String name,
    UUID entityTypeId,
    @Nullable String entityTypeName,
    @Nullable String createdByUsername,
    Instant createdDate,
    @JsonProperty("isActive") boolean isActive,
    @JsonProperty("isPrivate") boolean isPrivate,
    @JsonProperty("isCanned") boolean isCanned,
    @JsonProperty("isRefreshing") boolean isRefreshing,
    @Nullable UUID updatedBy,
    @Nullable String updatedByUsername,
    Instant updatedDate,
    @Nullable Integer recordsCount,
    @Nullable Instant refreshedDate,
    @Nullable String refreshedByUsername) {
  record ListPage(List<ListSummary> content, long totalRecords, long totalPages) {}
}
