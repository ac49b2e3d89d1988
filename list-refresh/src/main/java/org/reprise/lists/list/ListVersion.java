package org.reprise.lists.list;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** An earlier version of a list (mod-lists, ListVersionDTO), without members that have no value. */
record ListVersion(
    UUID listId,
    int version,
    String name,
    @Nullable String description,
    @Nullable String fqlQuery,
    @Nullable String userFriendlyQuery,
    List<String> fields,
    @JsonProperty("isActive") boolean isActive,
    @JsonProperty("isPrivate") boolean isPrivate,
    @Nullable UUID updatedBy,
    @Nullable String updatedByUsername,
    Instant updatedDate) {
  /** Returns what follows from what identifies the version. */
  @JsonProperty
  UUID id() {
    return UUID.nameUUIDFromBytes((listId + ":" + version).getBytes(StandardCharsets.UTF_8));
  }
}
