package org.reprise.lists.inventory;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.search.Columns;
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
          "h.*",
          "holdings h",
          "h",
          "lower(h.hrid)",
          Map.of(),
          (row, number) ->
              new Holdings(
                  Columns.id(row, "id"),
                  row.getInt("version"),
                  Columns.text(row, "hrid"),
                  Columns.id(row, "instance_id"),
                  Columns.id(row, "permanent_location_id"),
                  Columns.id(row, "permanent_location_id"),
                  Columns.textOrNull(row, "call_number"),
                  new Metadata(
                      Columns.time(row, "created_date"), Columns.time(row, "updated_date"))));
}
