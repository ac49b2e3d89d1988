package org.reprise.lists.circulation;

import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.row.RecordMapper;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.web.Violations;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * What decides about a request.
 *
 * @param isRequested whether the same patron waits for it already
 * @param patronGroup null of a user without one
 * @param isPickup whether items can be fetched at the desk; null where there is no such desk
 */
record RequestSituation(
    String itemStatus,
    UUID materialType,
    UUID loanType,
    UUID location,
    @Nullable UUID borrower,
    boolean isRequested,
    boolean isUser,
    @Nullable UUID patronGroup,
    boolean isActive,
    boolean isBlocked,
    @Nullable Boolean isPickup) {

  /**
   * Locks the item's row, then looks, so that what was committed while the lock was waited for is
   * seen; empty where there is no such item.
   */
  static Optional<RequestSituation> lockAndFind(
      JdbcClient jdbc, Tenant tenant, NewRequest request) {
    return jdbc.sql("select 1 from item where tenant = ? and id = ? for no key update")
        .params(tenant.number(), request.itemId())
        .query(Integer.class)
        .optional()
        .flatMap(_ -> find(jdbc, tenant, request));
  }

  private static Optional<RequestSituation> find(
      JdbcClient jdbc, Tenant tenant, NewRequest request) {
    return jdbc.sql(
            """
            select i.status as item_status, i.material_type_id as material_type,
              i.permanent_loan_type_id as loan_type, i.effective_location_id as location,
              u.id is not null as is_user, u.patron_group_id as patron_group, s.pickup_location as is_pickup,
              coalesce(u.active and (u.expiration_date is null or u.expiration_date > now()), false)
                as is_active,
              (select l.user_id from loan l
                where l.tenant = i.tenant and l.item_id = i.id and l.status = 'Open') as borrower,
              exists (select from circulation_request q
                where q.tenant = i.tenant and q.item_id = i.id and q.status like 'Open%'
                  and q.requester_id = :requester) as is_requested,
              exists (select from patron_block b
                where b.tenant = u.tenant and b.user_id = u.id and b.requests
                  and (b.expiration_date is null or b.expiration_date > now()))
              or exists (select from automated_block b
                where b.tenant = u.tenant and b.user_id = u.id and b.requests) as is_blocked
            from item i
            left join app_user u on u.tenant = i.tenant and u.id = :requester
            left join service_point s on s.tenant = i.tenant and s.id = :pickup
            where i.tenant = :tenant and i.id = :item\
            """)
        .param("tenant", tenant.number())
        .param("item", request.itemId())
        .param("requester", request.requesterId())
        .param("pickup", request.pickupServicePointId())
        .query(RecordMapper.of(RequestSituation.class))
        .optional();
  }

  Rules.Facts facts(UUID group) {
    return new Rules.Facts(materialType, loanType, location, group);
  }

  void check(NewRequest request, Violations violations) {
    if (!Boolean.TRUE.equals(isPickup)) {
      noPickup(violations, request.pickupServicePointId());
    }
    checkItem(request, violations);
    checkPatron(request, violations);
  }

  private void checkItem(NewRequest request, Violations violations) {
    violations
        .about("itemId", request.itemId())
        .addIf(
            isRequested,
            "ITEM_ALREADY_REQUESTED",
            "This requester already has an open request for this item")
        .addIf(
            request.requesterId().equals(borrower),
            "REQUESTER_ALREADY_HAS_THIS_ITEM_ON_LOAN",
            "This requester currently has this item on loan.");
    String type = request.requestType().label();
    violations
        .about("requestType", type)
        .addIf(
            !request.requestType().isPossible(itemStatus),
            "REQUEST_TYPE_NOT_ALLOWED_FOR_STATUS",
            "%s requests are not allowed for an item with the status %s"
                .formatted(type, itemStatus));
  }

  private void checkPatron(NewRequest request, Violations violations) {
    if (!isUser) {
      noUser(violations, request);
      return;
    }
    violations
        .about("requesterId", request.requesterId())
        .addIf(patronGroup == null, DeskPatron.NO_GROUP, DeskPatron.NO_GROUP_MESSAGE)
        .addIf(!isActive, "USER_INACTIVE", "Inactive users cannot make requests")
        .addIf(isBlocked, "USER_BLOCKED", "Patron blocked from requesting");
  }

  static Violations noPickup(Violations violations, UUID servicePoint) {
    return violations.add(
        "SERVICE_POINT_IS_NOT_PICKUP_LOCATION",
        "Service point is not a pickup location",
        "pickupServicePointId",
        servicePoint);
  }

  static Violations noUser(Violations violations, NewRequest request) {
    return violations.add(
        "USER_NOT_FOUND",
        "A valid user is required. No user exists with this id",
        "requesterId",
        request.requesterId());
  }
}
