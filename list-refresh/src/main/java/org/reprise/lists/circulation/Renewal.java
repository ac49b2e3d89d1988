package org.reprise.lists.circulation;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.UUID;
import java.util.function.Predicate;
import org.reprise.lists.web.Violations;

/**
 * Asks for a renewal. What FOLIO's pages add to each body, an id and a desk, is not used.
 *
 * @param itemName what messages call the item's key
 * @param condition which row {@code i} of items it is, by {@code :key}
 * @param isBorrower whether a loan is that of the user who is named
 */
record Renewal(
    String condition,
    String itemKey,
    String itemName,
    Object item,
    String userKey,
    Object user,
    Predicate<Loan> isBorrower) {

  /** As desks ask (mod-circulation, renew-by-barcode-request). */
  @JsonIgnoreProperties({"id", "servicePointId"})
  record RenewalByBarcode(String itemBarcode, String userBarcode) {
    Renewal renewal() {
      new Violations()
          .required("itemBarcode", itemBarcode, "Renewal request must have an item barcode")
          .required("userBarcode", userBarcode, "Renewal request must have a user barcode")
          .text("itemBarcode", itemBarcode, CheckOutRequest.MAX_BARCODE_LENGTH)
          .text("userBarcode", userBarcode, CheckOutRequest.MAX_BARCODE_LENGTH)
          .throwIfAny();
      return new Renewal(
          DeskItem.BY_BARCODE,
          "itemBarcode",
          "barcode",
          itemBarcode,
          "userBarcode",
          userBarcode,
          loan -> userBarcode.equalsIgnoreCase(loan.borrower().barcode()));
    }
  }

  /** As discovery systems ask (mod-circulation, renew-by-id-request). */
  @JsonIgnoreProperties({"id", "servicePointId"})
  record RenewalById(UUID itemId, UUID userId) {
    Renewal renewal() {
      new Violations()
          .required("itemId", itemId, "Renewal request must have an item ID")
          .required("userId", userId, "Renewal request must have a user ID")
          .throwIfAny();
      return new Renewal(
          "i.id = :key",
          "itemId",
          "ID",
          itemId,
          "userId",
          userId,
          loan -> userId.equals(loan.userId()));
    }
  }
}
