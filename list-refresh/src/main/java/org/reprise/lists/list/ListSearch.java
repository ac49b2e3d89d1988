package org.reprise.lists.list;

import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.web.Paging;
import org.springframework.format.annotation.DateTimeFormat;
import org.springframework.web.bind.annotation.BindParam;

/**
 * Which lists somebody looks for.
 *
 * @param search words in the name or the description
 * @param active only active lists, or only those that are not
 * @param updatedAsOf only what was created or changed at this time or later
 * @param sortBy name, updatedDate or recordsCount
 * @param sortOrder asc or desc
 */
record ListSearch(
    @Nullable List<UUID> ids,
    @Nullable List<UUID> entityTypeIds,
    @Nullable Integer offset,
    @Nullable Integer size,
    @Nullable String search,
    @Nullable Boolean active,
    @BindParam("private") @Nullable Boolean isPrivate,
    @DateTimeFormat(iso = DateTimeFormat.ISO.DATE_TIME) @Nullable OffsetDateTime updatedAsOf,
    @Nullable String sortBy,
    @Nullable String sortOrder) {
  Paging paging() {
    return Paging.of(offset, size, Paging.OF_RECORDS);
  }
}
