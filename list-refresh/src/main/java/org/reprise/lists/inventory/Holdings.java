package org.reprise.lists.inventory;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.row.RecordMapper;
import org.reprise.lists.search.Resource;

/** Where copies of an instance stand, as mod-inventory-storage answers it. */
record Holdings(
    UUID id,
    @JsonProperty("_version") int version,
    String hrid,
    UUID instanceId,
    UUID permanentLocationId,
    UUID effectiveLocationId,
    @Nullable String callNumber,
    Metadata metadata) {
  static final Resource<Holdings> RESOURCE =
      new Resource<>(
          "holdings",
          """
          h.*, h.permanent_location_id as effective_location_id,
          h.created_date as metadata_created_date, h.updated_date as metadata_updated_date\
          """,
          "holdings h",
          "h",
          "lower(h.hrid)",
          Map.of(),
          RecordMapper.of(Holdings.class));
}
