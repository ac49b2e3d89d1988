package org.reprise.lists.inventory;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.web.Violations;

/**
 * An item as it shall be: of what {@link Item} has, what can be changed, and what must match. The
 * other members of an item follow from its holdings and instance (mod-inventory has them read-only)
 * and may be sent back as they were read.
 *
 * @param barcode an empty one is none
 * @param holdingsRecordId another one moves the item there
 */
@JsonIgnoreProperties({"title", "contributorNames", "callNumber", "effectiveLocation", "metadata"})
record ItemUpdate(
    @Nullable UUID id,
    @JsonProperty("_version") @Nullable Integer version,
    @Nullable String hrid,
    @Nullable String barcode,
    @Nullable UUID holdingsRecordId,
    @Nullable NewStatus status,
    @Nullable IdReference materialType,
    @Nullable IdReference permanentLoanType,
    @Nullable IdReference permanentLocation,
    @Nullable String itemLevelCallNumber,
    @Nullable String copyNumber,
    @Nullable String numberOfPieces,
    @Nullable Boolean discoverySuppress) {
  private static final int MAX_BARCODE_LENGTH = 200;
  private static final int MAX_CALL_NUMBER = 500;
  private static final int MAX_TEXT = 200;

  /** Takes an empty barcode for none. */
  ItemUpdate {
    barcode = barcode == null || barcode.isBlank() ? null : barcode;
  }

  /** The new status; the service sets its date. */
  @JsonIgnoreProperties("date")
  record NewStatus(@Nullable String name) {}

  /** A reference by its id; a name that is sent along is not used. */
  @JsonIgnoreProperties("name")
  record IdReference(@Nullable UUID id) {}

  @Nullable String statusName() {
    return status == null ? null : status.name;
  }

  @Nullable UUID materialTypeId() {
    return materialType == null ? null : materialType.id;
  }

  @Nullable UUID permanentLocationId() {
    return permanentLocation == null ? null : permanentLocation.id;
  }

  @Nullable Integer pieces() {
    return numberOfPieces == null || numberOfPieces.isBlank()
        ? null
        : Integer.valueOf(numberOfPieces.strip());
  }

  void check(UUID id) {
    Violations violations =
        new Violations()
            .required("_version", version)
            .required("holdingsRecordId", holdingsRecordId)
            .required("status.name", statusName())
            .required("materialType.id", materialTypeId())
            .text("status.name", statusName(), MAX_TEXT)
            .text("barcode", barcode, MAX_BARCODE_LENGTH)
            .text("itemLevelCallNumber", itemLevelCallNumber, MAX_CALL_NUMBER)
            .text("copyNumber", copyNumber, MAX_TEXT);
    violations.same("id", this.id, id, "The body is another item's");
    violations.same(
        "permanentLoanType.id",
        permanentLoanType == null ? null : permanentLoanType.id,
        LoanType.CAN_CIRCULATE.id(),
        "Every item has the loan type '%s'".formatted(LoanType.CAN_CIRCULATE.name()));
    violations
        .about("numberOfPieces", numberOfPieces)
        .addIf(
            numberOfPieces != null && !numberOfPieces.strip().matches("\\d{0,9}"),
            Violations.INVALID,
            "'numberOfPieces' is no number");
    violations.throwIfAny();
  }
}
