package org.reprise.lists.inventory;

import static io.swagger.v3.oas.annotations.media.Schema.AccessMode.READ_ONLY;

import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonProperty.Access;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.row.RecordMapper;
import org.reprise.lists.search.Field;
import org.reprise.lists.search.Resource;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.web.Violations;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.annotation.JsonDeserialize;

/**
 * An item with what is known of its instance and holdings, as mod-inventory has it. What follows
 * from these may be sent back as it was read.
 */
@JsonIgnoreProperties(
    value = {"title", "contributorNames", "callNumber", "effectiveLocation", "metadata"},
    allowGetters = true)
record Item(
    @Nullable UUID id,
    @JsonProperty("_version") @Nullable Integer version,
    @Nullable String hrid,
    @Nullable String barcode,
    @Schema(accessMode = READ_ONLY) @Nullable String title,
    @JsonProperty(access = Access.WRITE_ONLY)
        @JsonDeserialize(using = NoMember.class)
        @Schema(hidden = true)
        @Nullable String primaryContributor,
    @Schema(accessMode = READ_ONLY) @Nullable String callNumber,
    @Nullable UUID holdingsRecordId,
    ItemRecord.@Nullable Status status,
    @Nullable ItemReference materialType,
    @Nullable ItemReference permanentLoanType,
    @Nullable ItemReference permanentLocation,
    @Schema(accessMode = READ_ONLY) @Nullable ItemReference effectiveLocation,
    @Nullable String itemLevelCallNumber,
    @Nullable String copyNumber,
    @Nullable String numberOfPieces,
    @Nullable Boolean discoverySuppress,
    @Schema(accessMode = READ_ONLY) @Nullable Metadata metadata,
    @JsonAnySetter @JsonDeserialize(using = NoMember.class) Map<String, JsonNode> members)
    implements InventoryRecord<Item> {
  static final String KIND = "item";
  static final Map<String, Field> FIELDS =
      Map.of(
          "id", Field.id("i.id"),
          "barcode", Field.text("i.barcode"),
          "hrid", Field.text("i.hrid"),
          "holdingsRecordId", Field.id("i.holdings_id"),
          "status.name", Field.name("i.status"),
          "materialTypeId", Field.id("i.material_type_id"),
          "effectiveLocationId", Field.id("i.effective_location_id"));

  static final Resource<Item> RESOURCE =
      new Resource<>(
          KIND,
          """
          i.id, i.version, i.hrid, i.barcode, n.title, n.primary_contributor,
          coalesce(i.item_level_call_number, h.call_number) as call_number,
          i.holdings_id as holdings_record_id, i.status as status_name, i.status_date,
          m.id as material_type_id, m.name as material_type_name,
          t.id as permanent_loan_type_id, t.name as permanent_loan_type_name,
          p.id as permanent_location_id, p.name as permanent_location_name,
          e.id as effective_location_id, e.name as effective_location_name,
          i.item_level_call_number, i.copy_number, i.number_of_pieces::text, i.discovery_suppress,
          i.created_date as metadata_created_date, i.updated_date as metadata_updated_date,
          coalesce(i.details, '{}') as members\
          """,
          """
          item i
          join holdings h on h.tenant = i.tenant and h.id = i.holdings_id
          join instance n on n.tenant = h.tenant and n.id = h.instance_id
          join material_type m on m.tenant = i.tenant and m.id = i.material_type_id
          join loan_type t on t.tenant = i.tenant and t.id = i.permanent_loan_type_id
          join location e on e.tenant = i.tenant and e.id = i.effective_location_id
          left join location p on p.tenant = i.tenant and p.id = i.permanent_location_id\
          """,
          "i",
          "lower(i.hrid)",
          FIELDS,
          RecordMapper.of(Item.class));

  /** What it refers to, by its id; a name that is sent along is not used. */
  @JsonIgnoreProperties(value = "name", allowGetters = true)
  record ItemReference(UUID id, @Schema(accessMode = READ_ONLY) @Nullable String name) {}

  record ContributorName(String name) {}

  @JsonProperty
  @Schema(accessMode = READ_ONLY)
  List<ContributorName> contributorNames() {
    return primaryContributor == null
        ? List.of()
        : List.of(new ContributorName(primaryContributor));
  }

  private ItemRecord stored() {
    return new ItemRecord(
        id,
        version,
        hrid,
        barcode,
        holdingsRecordId,
        status,
        id(materialType),
        id(permanentLoanType),
        id(permanentLocation),
        null,
        itemLevelCallNumber,
        copyNumber,
        numberOfPieces,
        discoverySuppress,
        null,
        members);
  }

  private static @Nullable UUID id(@Nullable ItemReference named) {
    return named == null ? null : named.id();
  }

  @Override
  public void check(Violations violations) {
    stored().check(violations);
  }

  @Override
  public void checkChange(@Nullable Item stored, Violations violations) {
    stored().checkChange(stored == null ? null : stored.stored(), violations);
  }

  @Override
  public Map<String, @Nullable Object> columns(JdbcClient jdbc, Tenant tenant, UUID key) {
    return stored().columns(jdbc, tenant, key);
  }
}
