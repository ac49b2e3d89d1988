package org.reprise.lists.circulation;

import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.search.Columns;
import org.reprise.lists.search.Field;
import org.reprise.lists.search.Resource;

/**
 * What came over a desk, as mod-circulation-storage keeps it.
 *
 * @param occurredDateTime when the desk had it, by the service's clock
 * @param requestQueueSize how many requests waited for it then
 */
record CheckIn(
    UUID id,
    Instant occurredDateTime,
    UUID itemId,
    String itemStatusPriorToCheckIn,
    UUID itemLocationId,
    int requestQueueSize,
    UUID servicePointId,
    @Nullable UUID performedByUserId) {
  static final Resource<CheckIn> RESOURCE =
      new Resource<>(
          "check-in",
          "c.*",
          "check_in c",
          "c",
          "c.occurred_date desc, c.id",
          Map.of(
              "id", Field.id("c.id"),
              "itemId", Field.id("c.item_id"),
              "servicePointId", Field.id("c.service_point_id"),
              "performedByUserId", Field.id("c.performed_by")),
          (row, number) ->
              new CheckIn(
                  Columns.id(row, "id"),
                  Columns.time(row, "occurred_date"),
                  Columns.id(row, "item_id"),
                  Columns.text(row, "item_status_prior"),
                  Columns.id(row, "item_location_id"),
                  row.getInt("request_queue_size"),
                  Columns.id(row, "service_point_id"),
                  Columns.idOrNull(row, "performed_by")));
}
