package org.reprise.lists.list;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A request to create a list (mod-lists, ListRequestDTO).
 *
 * @param name 1 to 255 characters
 * @param description at most 1,024 characters
 * @param entityTypeId what its records are
 * @param fqlQuery which records are in it; without one it cannot be refreshed
 * @param fields what its contents show; those visible by default where there are none
 * @param isActive whether it can be refreshed
 * @param isPrivate whether nobody but its creator sees it
 */
record NewList(
    @Nullable String name,
    @Nullable String description,
    @Nullable UUID entityTypeId,
    @Nullable String fqlQuery,
    @Nullable List<String> fields,
    @Nullable Boolean isActive,
    @Nullable Boolean isPrivate) {
  ListChange definition() {
    return new ListChange(
        null, entityTypeId, name, description, fqlQuery, fields, isActive, isPrivate, 1);
  }
}
