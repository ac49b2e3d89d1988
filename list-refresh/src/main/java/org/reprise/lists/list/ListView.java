package org.reprise.lists.list;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A list as requests see it (mod-lists, ListDTO); what it does not have is left out.
 *
 * @param entityTypeName null where the type is not described any more
 * @param fqlQuery which records are in it; null where the list has no query yet
 */
public record ListView(
    UUID id,
    String name,
    @Nullable String description,
    UUID entityTypeId,
    @Nullable String entityTypeName,
    @Nullable String userFriendlyQuery,
    @Nullable String fqlQuery,
    List<String> fields,
    @Nullable UUID createdBy,
    @Nullable String createdByUsername,
    Instant createdDate,
    @JsonProperty("isActive") boolean isActive,
    @JsonProperty("isPrivate") boolean isPrivate,
    @JsonProperty("isCanned") boolean isCanned,
    @Nullable UUID updatedBy,
    @Nullable String updatedByUsername,
    Instant updatedDate,
    @Nullable RefreshView successRefresh,
    @Nullable RefreshView inProgressRefresh,
    @Nullable RefreshView failedRefresh,
    int version) {}
