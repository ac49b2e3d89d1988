package org.reprise.lists.inventory;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.row.RecordMapper;
import org.reprise.lists.search.Field;
import org.reprise.lists.search.Resource;

/** An item with what is known of its instance and holdings, as mod-inventory answers it. */
record Item(
    UUID id,
    @JsonProperty("_version") int version,
    String hrid,
    @Nullable String barcode,
    String title,
    @JsonIgnore @Nullable String primaryContributor,
    @Nullable String callNumber,
    UUID holdingsRecordId,
    Status status,
    Named materialType,
    @Nullable Named permanentLocation,
    Named effectiveLocation,
    @Nullable String itemLevelCallNumber,
    @Nullable String copyNumber,
    @Nullable String numberOfPieces,
    @Nullable Boolean discoverySuppress,
    Metadata metadata) {

  static final Resource<Item> RESOURCE =
      new Resource<>(
          "item",
          """
          i.id, i.version, i.hrid, i.barcode, n.title, n.primary_contributor,
          coalesce(i.item_level_call_number, h.call_number) as call_number,
          i.holdings_id as holdings_record_id, i.status as status_name, i.status_date,
          m.id as material_type_id, m.name as material_type_name, p.id as permanent_location_id,
          p.name as permanent_location_name, e.id as effective_location_id,
          e.name as effective_location_name, i.item_level_call_number, i.copy_number,
          i.number_of_pieces::text, i.discovery_suppress, i.created_date as metadata_created_date,
          i.updated_date as metadata_updated_date\
          """,
          """
          item i
          join holdings h on h.tenant = i.tenant and h.id = i.holdings_id
          join instance n on n.tenant = h.tenant and n.id = h.instance_id
          join material_type m on m.tenant = i.tenant and m.id = i.material_type_id
          join location e on e.tenant = i.tenant and e.id = i.effective_location_id
          left join location p on p.tenant = i.tenant and p.id = i.permanent_location_id\
          """,
          "i",
          "lower(i.hrid)",
          Map.of(
              "id", Field.id("i.id"),
              "barcode", Field.text("i.barcode"),
              "hrid", Field.text("i.hrid"),
              "holdingsRecordId", Field.id("i.holdings_id"),
              "status.name", Field.name("i.status"),
              "materialTypeId", Field.id("i.material_type_id"),
              "effectiveLocationId", Field.id("i.effective_location_id")),
          RecordMapper.of(Item.class));

  record Status(String name, Instant date) {}

  record ContributorName(String name) {}

  @JsonProperty
  List<ContributorName> contributorNames() {
    return primaryContributor == null
        ? List.of()
        : List.of(new ContributorName(primaryContributor));
  }

  @JsonProperty
  Named permanentLoanType() {
    return LoanType.CAN_CIRCULATE;
  }
}
