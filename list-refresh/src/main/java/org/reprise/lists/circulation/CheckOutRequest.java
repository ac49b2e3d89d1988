package org.reprise.lists.circulation;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.web.Violations;

/**
 * What a desk sends to lend an item (mod-circulation, check-out-by-barcode-request). What is not
 * served, such as a proxy or an override of a block, is refused, never passed over.
 *
 * @param loanDate from when the item is lent; now where it is missing
 * @param id not used: FOLIO's pages add one to each body, and the loan gets another
 */
record CheckOutRequest(
    String itemBarcode,
    String userBarcode,
    UUID servicePointId,
    @Nullable Instant loanDate,
    @Nullable UUID id) {
  static final int MAX_BARCODE_LENGTH = 200;

  /** Refuses a body that lacks what it needs; before this, any member may be null. */
  void check() {
    new Violations()
        .required("itemBarcode", itemBarcode)
        .required("userBarcode", userBarcode)
        .text("itemBarcode", itemBarcode, MAX_BARCODE_LENGTH)
        .text("userBarcode", userBarcode, MAX_BARCODE_LENGTH)
        .required(
            "servicePointId", servicePointId, "Check out must be performed at a service point")
        .time("loanDate", loanDate)
        .throwIfAny();
  }
}
