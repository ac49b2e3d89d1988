package org.reprise.lists.inventory;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.row.Columns;
import org.reprise.lists.search.Field;
import org.reprise.lists.search.Resource;

/** An item with what is known of its instance and holdings, as mod-inventory answers it. */
record Item(
    UUID id,
    @JsonProperty("_version") int version,
    String hrid,
    @Nullable String barcode,
    String title,
    List<Contributor> contributorNames,
    @Nullable String callNumber,
    UUID holdingsRecordId,
    Status status,
    Named materialType,
    Named permanentLoanType,
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
          i.id, i.version, i.hrid, i.barcode, n.title, n.primary_contributor, h.call_number,
          i.holdings_id, i.status, i.status_date, m.id as material_type_id, m.name as material_type,
          p.id as permanent_id, p.name as permanent, e.id as effective_id, e.name as effective,
          i.item_level_call_number, i.copy_number, i.number_of_pieces, i.discovery_suppress,
          i.created_date, i.updated_date\
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
          (row, number) -> {
            String own = Columns.textOrNull(row, "item_level_call_number");
            Integer pieces = Columns.numberOrNull(row, "number_of_pieces");
            UUID permanent = Columns.idOrNull(row, "permanent_id");
            return new Item(
                Columns.id(row, "id"),
                row.getInt("version"),
                Columns.text(row, "hrid"),
                Columns.textOrNull(row, "barcode"),
                Columns.text(row, "title"),
                Contributor.of(Columns.textOrNull(row, "primary_contributor")),
                own == null ? Columns.textOrNull(row, "call_number") : own,
                Columns.id(row, "holdings_id"),
                new Status(Columns.text(row, "status"), Columns.time(row, "status_date")),
                new Named(Columns.id(row, "material_type_id"), Columns.text(row, "material_type")),
                LoanType.CAN_CIRCULATE,
                permanent == null ? null : new Named(permanent, Columns.text(row, "permanent")),
                new Named(Columns.id(row, "effective_id"), Columns.text(row, "effective")),
                own,
                Columns.textOrNull(row, "copy_number"),
                pieces == null ? null : pieces.toString(),
                Columns.flagOrNull(row, "discovery_suppress"),
                new Metadata(Columns.time(row, "created_date"), Columns.time(row, "updated_date")));
          });

  /** The item's status, and since when it has it. */
  record Status(String name, Instant date) {}

  record Contributor(String name) {
    static List<Contributor> of(@Nullable String name) {
      return name == null ? List.of() : List.of(new Contributor(name));
    }
  }
}
