package org.reprise.lists.circulation;

import java.sql.Types;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.row.RecordMapper;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.web.Refusal;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * An item on a desk, with all that check-in and check-out depend on.
 *
 * @param version changes with the item, its loans and its requests; what was decided by this is
 *     written only while it is still the same
 * @param first the open request that is served first
 */
record DeskItem(
    UUID id,
    int version,
    String status,
    @Nullable String barcode,
    UUID holdingsId,
    UUID instanceId,
    UUID materialTypeId,
    UUID loanTypeId,
    UUID locationId,
    String title,
    String materialType,
    String location,
    @Nullable String callNumber,
    @Nullable UUID loanId,
    @Nullable Waiting first,
    int openRequests) {

  static final String BY_BARCODE = "lower(i.barcode) = lower(:key)";

  /** A request that waits for the item. */
  record Waiting(UUID id, UUID requesterId, UUID pickupServicePointId) {}

  /** The tenant's item with a barcode, in one round trip. */
  static Optional<DeskItem> find(JdbcClient jdbc, Tenant tenant, String barcode) {
    return find(jdbc, tenant, BY_BARCODE, barcode);
  }

  /**
   * The tenant's item that meets a condition, in one round trip.
   *
   * @param condition on {@code i} and {@code :key}
   */
  static Optional<DeskItem> find(JdbcClient jdbc, Tenant tenant, String condition, Object key) {
    return jdbc.sql(
            """
            select i.id, i.version, i.status, i.barcode, i.holdings_id, i.material_type_id,
              i.permanent_loan_type_id as loan_type_id, i.effective_location_id as location_id,
              h.instance_id, n.title, m.name as material_type, e.name as location,
              coalesce(i.item_level_call_number, h.call_number) as call_number,
              l.id as loan_id, r.id as first_id, r.requester_id as first_requester_id,
              r.pickup_service_point_id as first_pickup_service_point_id,
              coalesce(r.waiting, 0)::int as open_requests
            from item i
            join holdings h on h.tenant = i.tenant and h.id = i.holdings_id
            join instance n on n.tenant = h.tenant and n.id = h.instance_id
            join material_type m on m.tenant = i.tenant and m.id = i.material_type_id
            join location e on e.tenant = i.tenant and e.id = i.effective_location_id
            left join loan l
              on l.tenant = i.tenant and l.item_id = i.id and l.status = 'Open'
            left join lateral (
              select q.id, q.requester_id, q.pickup_service_point_id, count(*) over () as waiting
              from circulation_request q
              where q.tenant = i.tenant and q.item_id = i.id and q.status like 'Open%%'
              order by q.number limit 1) r on true
            where i.tenant = :tenant and %s\
            """
                .formatted(condition))
        .param("tenant", tenant.number())
        .param("key", key)
        .query(RecordMapper.of(DeskItem.class))
        .optional();
  }

  /**
   * Locks the item of a loan or request, before that, as desks do.
   *
   * @return the item's id
   * @throws Refusal 404 for an unknown loan or request
   */
  static UUID lock(JdbcClient jdbc, Tenant tenant, String table, String kind, UUID id) {
    return jdbc.sql(
            """
            select i.id from %s r
            join item i on i.tenant = r.tenant and i.id = r.item_id
            where r.tenant = :tenant and r.id = :id
            for no key update of i\
            """
                .formatted(table))
        .param("tenant", tenant.number())
        .param("id", id)
        .query(UUID.class)
        .optional()
        .orElseThrow(() -> Refusal.notFound(kind, "id", id));
  }

  /** Changes an item's version, so that desks decide again, and its status unless that is null. */
  static void touch(JdbcClient jdbc, Tenant tenant, UUID item, @Nullable String status) {
    jdbc.sql(
            """
            update item set version = version + 1, status = coalesce(:status, status),
              status_date = case when :status is null then status_date else now() end,
              updated_date = case when :status is null then updated_date else now() end
            where tenant = :tenant and id = :item\
            """)
        .param("status", status, Types.VARCHAR)
        .param("tenant", tenant.number())
        .param("item", item)
        .update();
  }

  /** Returns what errors say of it: its title and its status. */
  String described() {
    return "%s (%s) (Barcode: %s) has the item status %s"
        .formatted(title, materialType, barcode, status);
  }

  Rules.Facts facts(UUID patronGroup) {
    return new Rules.Facts(materialTypeId, loanTypeId, locationId, patronGroup);
  }

  boolean isAt(String status) {
    return this.status.equals(status);
  }

  Loan.LoanItem at(String status) {
    return new Loan.LoanItem(
        barcode,
        title,
        callNumber,
        holdingsId,
        instanceId,
        new Loan.Name(status),
        new Loan.Name(location),
        new Loan.Name(materialType));
  }
}
