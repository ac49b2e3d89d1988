package org.reprise.lists.circulation;

import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.web.Violations;

/** A request to be made, of FOLIO's item level. */
record NewRequest(
    @Nullable UUID id,
    @Nullable RequestType requestType,
    @Nullable String requestLevel,
    @Nullable Instant requestDate,
    @Nullable UUID requesterId,
    @Nullable UUID itemId,
    @Nullable String fulfillmentPreference,
    @Nullable UUID pickupServicePointId) {
  /** Ends the request where something is missing or not served here. */
  void check() {
    Violations violations =
        new Violations()
            .required("requestType", requestType)
            .required("requesterId", requesterId)
            .required("itemId", itemId)
            .time("requestDate", requestDate);
    if (requestLevel != null && !requestLevel.equals("Item")) {
      violations.add(
          "REQUEST_LEVEL_IS_NOT_ALLOWED",
          "Only requests for one item are served",
          "requestLevel",
          requestLevel);
    }
    if (fulfillmentPreference != null && !fulfillmentPreference.equals("Hold Shelf")) {
      violations.add(
          "FULFILLMENT_PREFERENCE_IS_NOT_ALLOWED",
          "Only requests to a hold shelf are served",
          "fulfillmentPreference",
          fulfillmentPreference);
    }
    if (pickupServicePointId == null) {
      violations.add(
          "HOLD_SHELF_REQUESTS_REQUIRE_PICKUP_SERVICE_POINT",
          "Hold Shelf Fulfillment Requests require a Pickup Service Point",
          "pickupServicePointId",
          null);
    }
    violations.throwIfAny();
  }

  RequestType type() {
    return Objects.requireNonNull(requestType);
  }

  UUID requester() {
    return Objects.requireNonNull(requesterId);
  }

  UUID item() {
    return Objects.requireNonNull(itemId);
  }

  UUID pickup() {
    return Objects.requireNonNull(pickupServicePointId);
  }
}
