package org.reprise.lists.record;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.web.StrictBody;

/**
 * A request to replace what a list is (mod-lists, ListUpdateRequestDTO). Its entity type stays.
 *
 * @param name 1 to 255 characters
 * @param description at most 1,024 characters
 * @param fqlQuery which records are in it from the next refresh on
 * @param fields what its contents show; those visible by default where there are none
 * @param isActive whether it can be refreshed; a list that is not has no contents
 * @param isPrivate whether nobody but its creator sees it
 * @param version the one that the change was made of
 */
@StrictBody
record ListChange(
    @Nullable String name,
    @Nullable String description,
    @Nullable String fqlQuery,
    @Nullable List<String> fields,
    @Nullable Boolean isActive,
    @Nullable Boolean isPrivate,
    @Nullable Integer version) {}
