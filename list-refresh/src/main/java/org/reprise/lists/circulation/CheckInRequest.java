package org.reprise.lists.circulation;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.web.Violations;

/**
 * What a desk sends when an item comes back (mod-circulation, check-in-by-barcode-request).
 *
 * @param id not used: FOLIO's pages add one to each body
 */
record CheckInRequest(
    String itemBarcode,
    UUID servicePointId,
    Instant checkInDate,
    @Nullable Resolution claimedReturnedResolution,
    @Nullable UUID id) {
  /** What became of an item that its patron says to have returned. */
  enum Resolution {
    @JsonProperty("Returned by patron")
    RETURNED_BY_PATRON("checkedInReturnedByPatron"),
    @JsonProperty("Found by library")
    FOUND_BY_LIBRARY("checkedInFoundByLibrary");

    private final String action;

    Resolution(String action) {
      this.action = action;
    }

    /** Returns the action of the loan that ends. */
    String action() {
      return action;
    }
  }

  /** Refuses a body that lacks what it needs; before this, any member may be null. */
  void check() {
    new Violations()
        .text("itemBarcode", itemBarcode, CheckOutRequest.MAX_BARCODE_LENGTH)
        .time("checkInDate", checkInDate)
        .required("itemBarcode", itemBarcode, "Checking in requires an item barcode")
        .required("servicePointId", servicePointId, "Checking in requires a service point")
        .required("checkInDate", checkInDate, "Checking in requires a check in date")
        .throwIfAny();
  }
}
