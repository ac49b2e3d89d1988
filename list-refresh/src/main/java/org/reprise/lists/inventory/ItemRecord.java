package org.reprise.lists.inventory;

import static io.swagger.v3.oas.annotations.media.Schema.AccessMode.READ_ONLY;

import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.row.RecordMapper;
import org.reprise.lists.search.Resource;
import org.reprise.lists.tenant.ReferenceData;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.web.UnprocessableRequest;
import org.reprise.lists.web.Violations;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.util.StringUtils;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.annotation.JsonDeserialize;

/**
 * An item, as mod-inventory-storage has it.
 *
 * @param barcode an empty one is none
 * @param holdingsRecordId another one moves the item there
 */
@JsonIgnoreProperties(
    value = {"effectiveLocationId", "metadata"},
    allowGetters = true)
record ItemRecord(
    @Nullable UUID id,
    @JsonProperty("_version") @Nullable Integer version,
    @Nullable String hrid,
    @Nullable String barcode,
    @Nullable UUID holdingsRecordId,
    @Nullable Status status,
    @Nullable UUID materialTypeId,
    @Nullable UUID permanentLoanTypeId,
    @Nullable UUID permanentLocationId,
    @Schema(accessMode = READ_ONLY) @Nullable UUID effectiveLocationId,
    @Nullable String itemLevelCallNumber,
    @Nullable String copyNumber,
    @Nullable String numberOfPieces,
    @Nullable Boolean discoverySuppress,
    @Schema(accessMode = READ_ONLY) @Nullable Metadata metadata,
    @JsonAnySetter @JsonDeserialize(using = NoMember.class) Map<String, JsonNode> members)
    implements InventoryRecord<ItemRecord> {
  private static final int MAX_CALL_NUMBER = 500;
  private static final int MAX_TEXT = 200;

  /** The loan type of an item that names none. */
  private static final UUID LOAN_TYPE = ReferenceData.id("loan-type", "Can circulate");

  static final Resource<ItemRecord> RESOURCE =
      new Resource<>(
          Item.KIND,
          """
          i.id, i.version, i.hrid, i.barcode, i.holdings_id as holdings_record_id,
          i.status as status_name, i.status_date, i.material_type_id,
          i.permanent_loan_type_id, i.permanent_location_id, i.effective_location_id,
          i.item_level_call_number, i.copy_number, i.number_of_pieces::text, i.discovery_suppress,
          i.created_date as metadata_created_date, i.updated_date as metadata_updated_date,
          coalesce(i.details, '{}') as members\
          """,
          "item i",
          "i",
          "lower(i.hrid)",
          Item.FIELDS,
          RecordMapper.of(ItemRecord.class));

  /** Takes an empty barcode for none. */
  ItemRecord {
    barcode = barcode == null || barcode.isBlank() ? null : barcode;
  }

  /** A status, and since when the item has it, which the service sets. */
  @JsonIgnoreProperties(value = "date", allowGetters = true)
  record Status(@Nullable String name, @Schema(accessMode = READ_ONLY) @Nullable Instant date) {}

  private @Nullable String statusName() {
    return status == null ? null : status.name;
  }

  @Override
  public void check(Violations violations) {
    violations
        .required("holdingsRecordId", holdingsRecordId)
        .required("status.name", statusName())
        .required("materialTypeId", materialTypeId)
        .text("status.name", statusName(), MAX_TEXT)
        .text("barcode", barcode, MAX_TEXT)
        .text("itemLevelCallNumber", itemLevelCallNumber, MAX_CALL_NUMBER)
        .text("copyNumber", copyNumber, MAX_TEXT);
    violations
        .about("numberOfPieces", numberOfPieces)
        .addIf(
            numberOfPieces != null && !numberOfPieces.strip().matches("\\d{0,9}"),
            Violations.INVALID,
            "'numberOfPieces' is no number");
  }

  @Override
  public void checkChange(@Nullable ItemRecord stored, Violations violations) {
    String before = stored == null ? "" : String.valueOf(stored.statusName());
    String after = String.valueOf(statusName());
    Set<String> circulating = ItemStatus.OF_CIRCULATION;
    violations
        .about("status.name", after)
        .addIf(
            !after.equals(before) && (circulating.contains(after) || circulating.contains(before)),
            "STATUS_OF_CIRCULATION",
            "Only circulation changes the status from '%s' to '%s'".formatted(before, after));
  }

  /** Where an item is shelved, and since when it has its status. */
  private record Shelf(UUID location, Instant since) {}

  /** Locks the holdings record, so that its location stays until the item is written. */
  @Override
  public Map<String, @Nullable Object> columns(JdbcClient jdbc, Tenant tenant, UUID key) {
    Shelf shelf =
        jdbc.sql(
                """
                select coalesce(:location::uuid, h.permanent_location_id) as location, coalesce((
                  select status_date from item
                  where tenant = :tenant and id = :id and status = :status), now()) as since
                from holdings h where tenant = :tenant and id = :holdings for share of h\
                """)
            .param("location", permanentLocationId)
            .param("tenant", tenant.number())
            .param("id", key)
            .param("status", statusName())
            .param("holdings", holdingsRecordId)
            .query(RecordMapper.of(Shelf.class))
            .optional()
            .orElseThrow(this::hasNoHoldings);
    Map<String, @Nullable Object> columns = new HashMap<>();
    columns.put("barcode", barcode);
    columns.put("holdings_id", holdingsRecordId);
    columns.put("status", statusName());
    columns.put("status_date", shelf.since.atOffset(ZoneOffset.UTC));
    columns.put("material_type_id", materialTypeId);
    columns.put(
        "permanent_loan_type_id", Objects.requireNonNullElse(permanentLoanTypeId, LOAN_TYPE));
    columns.put("permanent_location_id", permanentLocationId);
    columns.put("effective_location_id", shelf.location);
    columns.put("item_level_call_number", itemLevelCallNumber);
    columns.put("copy_number", copyNumber);
    columns.put(
        "number_of_pieces",
        StringUtils.hasText(numberOfPieces) ? Integer.valueOf(numberOfPieces.strip()) : null);
    columns.put("discovery_suppress", discoverySuppress);
    return columns;
  }

  private UnprocessableRequest hasNoHoldings() {
    String message = "There is no such holdings record";
    return new Violations()
        .add(Violations.INVALID, message, "holdingsRecordId", holdingsRecordId)
        .refusal();
  }
}
