package org.reprise.lists.circulation;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.web.Violations;

/**
 * A request to be made, of FOLIO's item level. The members of a {@link CirculationRequest} about
 * patron, item and queue may be sent back as they were read.
 *
 * @param holdingsRecordId the item's, or null
 * @param instanceId the item's, or null
 * @param status that of a new request, or null
 */
@JsonIgnoreProperties({"_version", "requester", "item", "instance", "position", "metadata"})
record NewRequest(
    @Nullable UUID id,
    RequestType requestType,
    @Nullable String requestLevel,
    @Nullable Instant requestDate,
    UUID requesterId,
    UUID itemId,
    @Nullable UUID holdingsRecordId,
    @Nullable UUID instanceId,
    @Nullable String status,
    @Nullable String fulfillmentPreference,
    UUID pickupServicePointId) {
  /** Refuses a body that lacks what it needs; before this, any member may be null. */
  void check() {
    Violations violations =
        new Violations()
            .required("requestType", requestType)
            .required("requesterId", requesterId)
            .required("itemId", itemId)
            .time("requestDate", requestDate);
    violations
        .about("requestLevel", requestLevel)
        .addIf(
            requestLevel != null && !requestLevel.equals("Item"),
            "REQUEST_LEVEL_IS_NOT_ALLOWED",
            "Only requests for one item are served");
    violations
        .about("fulfillmentPreference", fulfillmentPreference)
        .addIf(
            fulfillmentPreference != null && !fulfillmentPreference.equals("Hold Shelf"),
            "FULFILLMENT_PREFERENCE_IS_NOT_ALLOWED",
            "Only requests to a hold shelf are served");
    violations.same(
        "status",
        status,
        CirculationRequest.NOT_YET_FILLED,
        "A new request has the status '%s'".formatted(CirculationRequest.NOT_YET_FILLED));
    if (pickupServicePointId == null) {
      violations.add(
          "HOLD_SHELF_REQUESTS_REQUIRE_PICKUP_SERVICE_POINT",
          "Hold Shelf Fulfillment Requests require a Pickup Service Point",
          "pickupServicePointId",
          null);
    }
    violations.throwIfAny();
  }

  /**
   * Returns the request that was made, where its item is of the instance and the holdings that this
   * one names.
   *
   * @throws org.reprise.lists.web.UnprocessableRequest where it is of others
   */
  CirculationRequest requireSameItem(CirculationRequest made) {
    new Violations()
        .same(
            "holdingsRecordId",
            holdingsRecordId,
            made.holdingsRecordId(),
            "The item is of another holdings record")
        .same("instanceId", instanceId, made.instanceId(), "The item is of another instance")
        .throwIfAny();
    return made;
  }
}
