package org.reprise.lists.list;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What other features need of a list that the caller may see.
 *
 * @param id of the list
 * @param name as people call it
 * @param entityTypeId what its records are
 * @param fqlQuery which records are in it; null where the list has no query yet
 * @param fields what its contents show, names of fields
 * @param isActive whether it can be refreshed
 * @param version of its definition
 * @param successRefreshId the refresh that its contents are of; null where it has none
 * @param recordsCount how many records that found
 * @param inProgressRefreshId the refresh that is under way; null where there is none
 * @param isPrivate whether only its creator sees it
 */
public record KnownList(
    UUID id,
    String name,
    UUID entityTypeId,
    @Nullable String fqlQuery,
    List<String> fields,
    boolean isActive,
    int version,
    @Nullable UUID successRefreshId,
    int recordsCount,
    @Nullable UUID inProgressRefreshId,
    boolean isPrivate,
    @Nullable UUID createdBy) {
  public KnownList {
    fields = List.copyOf(fields);
  }
}
