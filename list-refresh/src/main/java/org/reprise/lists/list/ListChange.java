package org.reprise.lists.list;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A request to create a list, or to replace what it is (mod-lists, ListRequestDTO and
 * ListUpdateRequestDTO). What a {@link ListView} has besides may be sent as it was read.
 *
 * @param id the list's, or null; a new list has another one
 * @param entityTypeId what its records are; of a list that exists it stays
 * @param name 1 to 255 characters
 * @param description at most 1,024 characters
 * @param fqlQuery which records are in it from the next refresh on; without one there is none
 * @param fields what its contents show; those visible by default where there are none
 * @param isActive whether it can be refreshed; a list that is not has no contents
 * @param isPrivate whether nobody but its creator sees it
 * @param queryId a query whose results an active list shows as soon as they are there
 * @param version the one that the change was made of; of a new list not looked at
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
public record ListChange(
    @Nullable UUID id,
    @Nullable UUID entityTypeId,
    @Nullable String name,
    @Nullable String description,
    @Nullable String fqlQuery,
    @Nullable List<String> fields,
    @Nullable Boolean isActive,
    @Nullable Boolean isPrivate,
    @Nullable UUID queryId,
    @Nullable Integer version) {}
