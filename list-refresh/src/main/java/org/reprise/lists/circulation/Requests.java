package org.reprise.lists.circulation;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.reprise.lists.inventory.ItemStatus;
import org.reprise.lists.split.DatabaseClient;
import org.reprise.lists.split.Split;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.web.Refusal;
import org.reprise.lists.web.UnprocessableRequest;
import org.reprise.lists.web.Violations;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Component;

/**
 * Makes and withdraws requests. Both change the item's version, so that a desk that decides at the
 * same moment decides again.
 */
@Component
final class Requests {
  private final DatabaseClient database;

  Requests(Split split) {
    this.database = split.client();
  }

  /**
   * Makes a request at the end of the item's queue.
   *
   * @throws UnprocessableRequest with every reason against it
   */
  CirculationRequest make(Tenant tenant, NewRequest request) {
    request.check();
    UUID id = request.id() == null ? UUID.randomUUID() : request.id();
    try {
      return database.inTransaction(() -> {
        check(tenant, request);
        insert(tenant, id, request);
        noteOnItem(tenant, request.item(), request.type() == RequestType.PAGE);
        return request.requireSameItem(
            CirculationRequest.RESOURCE.find(database.jdbc(), tenant, id).orElseThrow());
      });
    } catch (DuplicateKeyException e) {
      throw new Violations().add("ID_NOT_UNIQUE", "The id is taken", "id", id).refusal();
    }
  }

  private void check(Tenant tenant, NewRequest request) {
    Violations violations = new Violations();
    RequestSituation.lockAndFind(database.jdbc(), tenant, request)
        .ifPresentOrElse(
            found -> {
              found.check(request, violations);
              checkPolicy(tenant, request, found, violations);
            },
            () ->
                violations.add(
                    "ITEM_NOT_FOUND",
                    "Cannot create a request for an item that does not exist",
                    "itemId",
                    request.item()));
    violations.throwIfAny();
  }

  private void checkPolicy(
      Tenant tenant, NewRequest request, RequestSituation found, Violations violations) {
    UUID group = found.patronGroup();
    if (group == null) {
      return;
    }
    Rules.Rule rule = Rules.find(database.jdbc(), tenant, found.materialType(), group);
    String type = request.type().label();
    violations
        .about("requestType", type)
        .addIf(
            !rule.requestTypes().contains(type),
            "REQUEST_TYPE_NOT_ALLOWED",
            "%s requests are not allowed for this patron and item combination".formatted(type));
  }

  private void insert(Tenant tenant, UUID id, NewRequest request) {
    Instant date =
        request.requestDate() == null
            ? Instant.now().truncatedTo(ChronoUnit.MICROS)
            : request.requestDate();
    database
        .sql(
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
    database
        .sql(
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

  /**
   * Withdraws a request. An item that was paged for it alone is available again.
   *
   * @throws Refusal 404 where there is none
   */
  void withdraw(Tenant tenant, UUID id) {
    database.inTransaction(() -> {
      UUID item = lockItem(tenant, id);
      delete(tenant, id);
      release(tenant, item);
    });
  }

  // The item before the request, as desks lock them.
  private UUID lockItem(Tenant tenant, UUID id) {
    return database
        .sql(
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
        .orElseThrow(() -> Refusal.notFound("request", "id", id));
  }

  private void delete(Tenant tenant, UUID id) {
    int deleted =
        database
            .sql("delete from circulation_request where tenant = :tenant and id = :id")
            .param("tenant", tenant.number())
            .param("id", id)
            .update();
    if (deleted == 0) {
      throw Refusal.notFound("request", "id", id);
    }
  }

  private void release(Tenant tenant, UUID item) {
    database
        .sql(
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
