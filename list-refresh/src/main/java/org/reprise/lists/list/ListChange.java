package org.reprise.lists.list;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A request to replace what a list is (mod-lists, ListUpdateRequestDTO). What a {@link ListView}
 * tells of the list's history may be sent back as it was read.
 *
 * @param id the list's, or null
 * @param entityTypeId the list's, or null: it stays
 * @param name 1 to 255 characters
 * @param description at most 1,024 characters
 * @param fqlQuery which records are in it from the next refresh on
 * @param fields what its contents show; those visible by default where there are none
 * @param isActive whether it can be refreshed; a list that is not has no contents
 * @param isPrivate whether nobody but its creator sees it
 * @param version the one that the change was made of
 */
@JsonIgnoreProperties({
  "entityTypeName",
  "userFriendlyQuery",
  "createdBy",
  "createdByUsername",
  "createdDate",
  "isCanned",
  "updatedBy",
  "updatedByUsername",
  "updatedDate",
  "successRefresh",
  "inProgressRefresh",
  "failedRefresh"
})
record ListChange(
    @Nullable UUID id,
    @Nullable UUID entityTypeId,
    @Nullable String name,
    @Nullable String description,
    @Nullable String fqlQuery,
    @Nullable List<String> fields,
    @Nullable Boolean isActive,
    @Nullable Boolean isPrivate,
    @Nullable Integer version) {}
