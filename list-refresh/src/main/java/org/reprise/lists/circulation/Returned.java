package org.reprise.lists.circulation;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a check-in answers (mod-circulation, check-in-by-barcode-response).
 *
 * @param inHouseUse whether it was taken from its shelf, and on no loan
 */
record Returned(@Nullable Loan loan, ReturnedItem item, boolean inHouseUse) {
  record ReturnedItem(
      UUID id,
      @JsonUnwrapped Loan.LoanItem item,
      @Nullable UUID inTransitDestinationServicePointId) {}
}
