package org.reprise.lists.inventory;

import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.reprise.lists.row.RecordMapper;
import org.reprise.lists.split.DatabaseClient;
import org.reprise.lists.split.Split;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.web.Refusal;
import org.reprise.lists.web.UnprocessableRequest;
import org.reprise.lists.web.Violations;
import org.reprise.lists.work.Faults;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Component;

/** Changes items, but for what circulation does with them. */
@Component
final class Items {
  private final DatabaseClient database;

  Items(Split split) {
    this.database = split.client();
  }

  private record Stored(int version, String hrid, String status) {}

  /**
   * Changes an item of the version that the caller has read.
   *
   * @throws Refusal 404 where there is none, 409 where it was changed meanwhile
   * @throws UnprocessableRequest where values are impossible
   */
  void update(Tenant tenant, UUID id, ItemUpdate update) {
    update.check(id);
    try {
      database.inTransaction(() -> {
        Stored stored = locked(tenant, id);
        if (!Objects.equals(update.version(), stored.version)) {
          throw Refusal.stale("item", id, "_version", stored.version, update.version());
        }
        checkFixed(stored, update);
        checkHoldings(tenant, update);
        write(tenant, id, update);
      });
    } catch (DataIntegrityViolationException e) {
      throw refused(e, update);
    }
  }

  private Stored locked(Tenant tenant, UUID id) {
    return database
        .sql(
            """
            select version, hrid, status from item where tenant = :tenant and id = :id
            for no key update\
            """)
        .param("tenant", tenant.number())
        .param("id", id)
        .query(RecordMapper.of(Stored.class))
        .optional()
        .orElseThrow(() -> Refusal.notFound("item", "id", id));
  }

  private static void checkFixed(Stored stored, ItemUpdate update) {
    Violations violations = new Violations();
    violations
        .about("hrid", update.hrid())
        .addIf(
            update.hrid() != null && !update.hrid().equals(stored.hrid),
            "HRID_CHANGED",
            "The hrid cannot be changed");
    String status = Objects.requireNonNull(update.statusName());
    Set<String> circulating = ItemStatus.OF_CIRCULATION;
    boolean isChanged = !status.equals(stored.status);
    violations
        .about("status.name", status)
        .addIf(
            isChanged && (circulating.contains(status) || circulating.contains(stored.status)),
            "STATUS_OF_CIRCULATION",
            "Only circulation changes the status from '%s' to '%s'"
                .formatted(stored.status, status));
    violations.throwIfAny();
  }

  private void checkHoldings(Tenant tenant, ItemUpdate update) {
    UUID holdings = Objects.requireNonNull(update.holdingsRecordId());
    boolean exist =
        database
            .sql("select exists (select from holdings where tenant = ? and id = ?)")
            .params(tenant.number(), holdings)
            .query(Boolean.class)
            .single();
    if (!exist) {
      throw new Violations()
          .add(Violations.INVALID, "There is no such holdings record", "holdingsRecordId", holdings)
          .refusal();
    }
  }

  private void write(Tenant tenant, UUID id, ItemUpdate update) {
    database
        .sql(
            """
            update item set
              barcode = :barcode,
              holdings_id = :holdings,
              status = :status,
              status_date = case when status = :status then status_date else now() end,
              material_type_id = :materialType,
              permanent_location_id = :location,
              effective_location_id = coalesce(:location, (
                select permanent_location_id from holdings h
                where h.tenant = :tenant and h.id = :holdings)),
              item_level_call_number = :callNumber,
              copy_number = :copyNumber,
              number_of_pieces = :pieces,
              discovery_suppress = :suppress,
              updated_date = now(),
              version = version + 1
            where tenant = :tenant and id = :id\
            """)
        .param("barcode", update.barcode())
        .param("holdings", update.holdingsRecordId())
        .param("status", update.statusName())
        .param("materialType", update.materialTypeId())
        .param("location", update.permanentLocationId(), java.sql.Types.OTHER)
        .param("callNumber", update.itemLevelCallNumber())
        .param("copyNumber", update.copyNumber())
        .param("pieces", update.pieces(), java.sql.Types.INTEGER)
        .param("suppress", update.discoverySuppress(), java.sql.Types.BOOLEAN)
        .param("tenant", tenant.number())
        .param("id", id)
        .update();
  }

  private static RuntimeException refused(
      DataIntegrityViolationException thrown, ItemUpdate update) {
    Violations violations = new Violations();
    if (thrown instanceof DuplicateKeyException) {
      violations.add(
          "BARCODE_NOT_UNIQUE",
          "Barcode must be unique, %s is already assigned to another item"
              .formatted(update.barcode()),
          "barcode",
          update.barcode());
    } else if ("item_status_check".equals(Faults.constraint(thrown))) {
      violations.add(
          Violations.INVALID, "There is no such status", "status.name", update.statusName());
    } else {
      violations.add(
          Violations.INVALID,
          "There is no such material type or location",
          "materialType.id",
          update.materialTypeId());
    }
    return violations.refusal();
  }
}
