package org.reprise.lists.circulation;

import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.row.RecordMapper;
import org.reprise.lists.search.Field;
import org.reprise.lists.search.Resource;

/**
 * A check-in in the log, as mod-circulation-storage keeps it.
 *
 * @param occurredDateTime when it was, by the service's clock
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
          """
          c.*, c.occurred_date as occurred_date_time,
          c.item_status_prior as item_status_prior_to_check_in,
          c.performed_by as performed_by_user_id\
          """,
          "check_in c",
          "c",
          "c.occurred_date desc, c.id",
          Map.of(
              "id", Field.id("c.id"),
              "itemId", Field.id("c.item_id"),
              "servicePointId", Field.id("c.service_point_id"),
              "performedByUserId", Field.id("c.performed_by")),
          RecordMapper.of(CheckIn.class));
}
