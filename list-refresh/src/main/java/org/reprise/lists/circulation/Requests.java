package org.reprise.lists.circulation;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.inventory.ItemStatus;
import org.reprise.lists.search.Columns;
import org.reprise.lists.search.Resources;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.web.Refusal;
import org.reprise.lists.web.UnprocessableRequest;
import org.reprise.lists.web.Violations;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Makes and withdraws requests. Both change the item's version, so that a desk that decides at the
 * same moment decides again.
 */
final class Requests {
  private final JdbcClient jdbc;
  private final TransactionTemplate transactions;

  /** Works on the writer. */
  Requests(JdbcClient jdbc, TransactionTemplate transactions) {
    this.jdbc = jdbc;
    this.transactions = transactions;
  }

  /**
   * What decides about a request; the item's row is locked.
   *
   * @param isPickup whether items can be fetched at the desk; null where there is no such desk
   * @param patronGroup null where there is no such patron
   */
  private record Situation(
      String itemStatus,
      UUID materialType,
      @Nullable UUID borrower,
      boolean isRequested,
      @Nullable UUID patronGroup,
      boolean isActive,
      boolean isBlocked,
      @Nullable Boolean isPickup) {}

  /**
   * Makes a request at the end of the item's queue.
   *
   * @throws UnprocessableRequest with every reason against it
   */
  CirculationRequest make(Tenant tenant, NewRequest request) {
    request.check();
    UUID id = request.id() == null ? UUID.randomUUID() : request.id();
    try {
      return Objects.requireNonNull(
          transactions.execute(status -> {
            check(tenant, request, situation(tenant, request));
            insert(tenant, id, request);
            noteOnItem(tenant, request.item(), request.type() == RequestType.PAGE);
            return read(tenant, id);
          }));
    } catch (DuplicateKeyException e) {
      throw new UnprocessableRequest(
          new Violations().add("ID_NOT_UNIQUE", "The id is taken", "id", id).all());
    }
  }

  private @Nullable Situation situation(Tenant tenant, NewRequest request) {
    return jdbc.sql(
            """
            select i.status, i.material_type_id, u.patron_group_id, s.pickup_location,
              coalesce(u.active and (u.expiration_date is null or u.expiration_date > now()), false)
                as active,
              (select l.user_id from loan l
                where l.tenant = i.tenant and l.item_id = i.id and l.status = 'Open') as borrower,
              exists (select from circulation_request q
                where q.tenant = i.tenant and q.item_id = i.id and q.status like 'Open%'
                  and q.requester_id = :requester) as requested,
              exists (select from patron_block b
                where b.tenant = u.tenant and b.user_id = u.id and b.requests
                  and (b.expiration_date is null or b.expiration_date > now())) as blocked
            from item i
            left join app_user u on u.tenant = i.tenant and u.id = :requester
            left join service_point s on s.tenant = i.tenant and s.id = :pickup
            where i.tenant = :tenant and i.id = :item
            for no key update of i\
            """)
        .param("tenant", tenant.number())
        .param("item", request.item())
        .param("requester", request.requester())
        .param("pickup", request.pickup())
        .query((row, number) ->
            new Situation(
                Columns.text(row, "status"),
                Columns.id(row, "material_type_id"),
                Columns.idOrNull(row, "borrower"),
                row.getBoolean("requested"),
                Columns.idOrNull(row, "patron_group_id"),
                row.getBoolean("active"),
                row.getBoolean("blocked"),
                Columns.flagOrNull(row, "pickup_location")))
        .optional()
        .orElse(null);
  }

  private void check(Tenant tenant, NewRequest request, @Nullable Situation found) {
    Violations violations = new Violations();
    if (found == null) {
      violations
          .add(
              "ITEM_NOT_FOUND",
              "Cannot create a request for an item that does not exist",
              "itemId",
              request.item())
          .throwIfAny();
      return;
    }
    checkPickup(request, found, violations);
    checkItem(request, found, violations);
    if (found.patronGroup == null) {
      violations.add(
          "USER_NOT_FOUND",
          "A valid user is required. No user exists with this id",
          "requesterId",
          request.requester());
    } else {
      checkPatron(request, found, violations);
      checkPolicy(tenant, request, found, found.patronGroup, violations);
    }
    violations.throwIfAny();
  }

  private static void checkPickup(NewRequest request, Situation found, Violations violations) {
    if (!Boolean.TRUE.equals(found.isPickup)) {
      violations.add(
          "SERVICE_POINT_IS_NOT_PICKUP_LOCATION",
          "Service point is not a pickup location",
          "pickupServicePointId",
          request.pickup());
    }
  }

  private static void checkItem(NewRequest request, Situation found, Violations violations) {
    if (found.isRequested) {
      violations.add(
          "ITEM_ALREADY_REQUESTED",
          "This requester already has an open request for this item",
          "itemId",
          request.item());
    }
    if (request.requester().equals(found.borrower)) {
      violations.add(
          "REQUESTER_ALREADY_HAS_THIS_ITEM_ON_LOAN",
          "This requester currently has this item on loan.",
          "itemId",
          request.item());
    }
    if (!request.type().isPossible(found.itemStatus)) {
      violations.add(
          "REQUEST_TYPE_NOT_ALLOWED_FOR_STATUS",
          "%s requests are not allowed for an item with the status %s"
              .formatted(request.type().label(), found.itemStatus),
          "requestType",
          request.type().label());
    }
  }

  private static void checkPatron(NewRequest request, Situation found, Violations violations) {
    if (!found.isActive) {
      violations.add(
          "USER_INACTIVE",
          "Inactive users cannot make requests",
          "requesterId",
          request.requester());
    }
    if (found.isBlocked) {
      violations.add(
          "USER_BLOCKED", "Patron blocked from requesting", "requesterId", request.requester());
    }
  }

  private void checkPolicy(
      Tenant tenant, NewRequest request, Situation found, UUID group, Violations violations) {
    Rules.Rule rule = Rules.find(jdbc, tenant, found.materialType, group);
    if (!rule.requestTypes().contains(request.type().label())) {
      violations.add(
          "REQUEST_TYPE_NOT_ALLOWED",
          "%s requests are not allowed for this patron and item combination"
              .formatted(request.type().label()),
          "requestType",
          request.type().label());
    }
  }

  private void insert(Tenant tenant, UUID id, NewRequest request) {
    Instant date =
        request.requestDate() == null
            ? Instant.now().truncatedTo(ChronoUnit.MICROS)
            : request.requestDate();
    jdbc.sql(
            """
            insert into circulation_request (tenant, id, request_type, status, request_date,
              requester_id, item_id, pickup_service_point_id)
            values (:tenant, :id, :type, :status, :date, :requester, :item, :pickup)\
            """)
        .param("tenant", tenant.number())
        .param("id", id)
        .param("type", request.type().label())
        .param("status", CirculationRequest.NOT_YET_FILLED)
        .param("date", date.atOffset(ZoneOffset.UTC))
        .param("requester", request.requester())
        .param("item", request.item())
        .param("pickup", request.pickup())
        .update();
  }

  private void noteOnItem(Tenant tenant, UUID item, boolean isPaged) {
    jdbc.sql(
            """
            update item set version = version + 1,
              status = case when :paged then 'Paged' else status end,
              status_date = case when :paged then now() else status_date end,
              updated_date = case when :paged then now() else updated_date end
            where tenant = :tenant and id = :item\
            """)
        .param("paged", isPaged)
        .param("tenant", tenant.number())
        .param("item", item)
        .update();
  }

  private CirculationRequest read(Tenant tenant, UUID id) {
    return jdbc.sql(
            "select %s from %s where q.tenant = :tenant and q.id = :id"
                .formatted(
                    CirculationRequest.RESOURCE.select(), CirculationRequest.RESOURCE.from()))
        .param("tenant", tenant.number())
        .param("id", id)
        .query(CirculationRequest.RESOURCE.mapper())
        .single();
  }

  /**
   * Withdraws a request. An item that was paged for it alone is available again.
   *
   * @throws Refusal 404 where there is none
   */
  void withdraw(Tenant tenant, UUID id) {
    transactions.executeWithoutResult(status -> {
      UUID item = lockItem(tenant, id);
      delete(tenant, id);
      release(tenant, item);
    });
  }

  // The item before the request, as desks lock them.
  private UUID lockItem(Tenant tenant, UUID id) {
    return jdbc.sql(
            """
            select i.id from circulation_request q
            join item i on i.tenant = q.tenant and i.id = q.item_id
            where q.tenant = :tenant and q.id = :id
            for no key update of i\
            """)
        .param("tenant", tenant.number())
        .param("id", id)
        .query(UUID.class)
        .optional()
        .orElseThrow(() -> Resources.notFound("request", id));
  }

  private void delete(Tenant tenant, UUID id) {
    int deleted =
        jdbc.sql("delete from circulation_request where tenant = :tenant and id = :id")
            .param("tenant", tenant.number())
            .param("id", id)
            .update();
    if (deleted == 0) {
      throw Resources.notFound("request", id);
    }
  }

  private void release(Tenant tenant, UUID item) {
    jdbc.sql(
            """
            update item set version = version + 1,
              status = case when status = :paged and not waiting then :available else status end,
              status_date =
                case when status = :paged and not waiting then now() else status_date end,
              updated_date =
                case when status = :paged and not waiting then now() else updated_date end
            from (select exists (select from circulation_request
              where tenant = :tenant and item_id = :item and status like 'Open%') as waiting) queue
            where tenant = :tenant and id = :item\
            """)
        .param("paged", ItemStatus.PAGED)
        .param("available", ItemStatus.AVAILABLE)
        .param("tenant", tenant.number())
        .param("item", item)
        .update();
  }
}
