package org.reprise.lists.circulation;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.row.RecordMapper;
import org.reprise.lists.search.Field;
import org.reprise.lists.search.Resource;

/**
 * A patron waits for an item, as mod-circulation answers it.
 *
 * @param position the place in the item's queue, from 1; null for what is closed
 */
record CirculationRequest(
    UUID id,
    @JsonProperty("_version") Integer version,
    String requestType,
    String requestLevel,
    Instant requestDate,
    UUID requesterId,
    Requester requester,
    UUID itemId,
    RequestedItem item,
    UUID holdingsRecordId,
    UUID instanceId,
    RequestedInstance instance,
    String status,
    @Nullable Long position,
    String fulfillmentPreference,
    UUID pickupServicePointId,
    @Nullable UUID cancellationReasonId,
    @Nullable UUID cancelledByUserId,
    @Nullable String cancellationAdditionalInformation,
    @Nullable Instant cancelledDate) {
  static final String NOT_YET_FILLED = "Open - Not yet filled";
  static final String AWAITING_PICKUP = "Open - Awaiting pickup";
  static final String CANCELLED = "Closed - Cancelled";
  static final String IN_TRANSIT = "Open - In transit";

  static final Resource<CirculationRequest> RESOURCE =
      new Resource<>(
          "request",
          """
          q.*, 'Item' as request_level, 'Hold Shelf' as fulfillment_preference,
          u.last_name as requester_last_name, u.first_name as requester_first_name,
          u.barcode as requester_barcode, i.barcode as item_barcode,
          i.holdings_id as holdings_record_id, h.instance_id, n.title as instance_title,
          case when q.status like 'Open%' then (
            select count(*) from circulation_request o
            where o.tenant = q.tenant and o.item_id = q.item_id and o.status like 'Open%'
              and o.number <= q.number) end as position\
          """,
          """
          circulation_request q
          join app_user u on u.tenant = q.tenant and u.id = q.requester_id
          join item i on i.tenant = q.tenant and i.id = q.item_id
          join holdings h on h.tenant = i.tenant and h.id = i.holdings_id
          join instance n on n.tenant = h.tenant and n.id = h.instance_id\
          """,
          "q",
          "q.number",
          Map.of(
              "id", Field.id("q.id"),
              "itemId", Field.id("q.item_id"),
              "requesterId", Field.id("q.requester_id"),
              "instanceId", Field.id("h.instance_id"),
              "status", Field.name("q.status"),
              "requestType", Field.name("q.request_type"),
              "requestDate", Field.time("q.request_date"),
              "pickupServicePointId", Field.id("q.pickup_service_point_id")),
          RecordMapper.of(CirculationRequest.class));

  record Requester(String lastName, @Nullable String firstName, @Nullable String barcode) {}

  record RequestedItem(@Nullable String barcode) {}

  record RequestedInstance(String title) {}
}
