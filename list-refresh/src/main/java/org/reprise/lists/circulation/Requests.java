package org.reprise.lists.circulation;

import java.sql.Types;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.reprise.lists.inventory.ItemStatus;
import org.reprise.lists.split.DatabaseClient;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.web.Refusal;
import org.reprise.lists.web.UnprocessableRequest;
import org.reprise.lists.web.Violations;
import org.reprise.lists.work.Faults;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.stereotype.Component;

/**
 * Makes and withdraws requests. Both change the item's version, so that a desk that decides at the
 * same moment decides again.
 */
@Component
final class Requests {
  private final DatabaseClient database;
  private final Loans loans;

  Requests(DatabaseClient database, Loans loans) {
    this.database = database;
    this.loans = loans;
  }

  /**
   * Makes a request at the end of the item's queue. A recall shortens the item's loan.
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
        String status = request.requestType() == RequestType.PAGE ? ItemStatus.PAGED : null;
        DeskItem.touch(database.jdbc(), tenant, request.itemId(), status);
        if (request.requestType() == RequestType.RECALL) {
          loans.recall(tenant, request.itemId());
        }
        return request.requireSameItem(
            CirculationRequest.RESOURCE.find(database.jdbc(), tenant, id).orElseThrow());
      });
    } catch (DataIntegrityViolationException e) {
      throw refused(e, request);
    }
  }

  private static RuntimeException refused(
      DataIntegrityViolationException thrown, NewRequest request) {
    return switch (String.valueOf(Faults.constraint(thrown))) {
      case "circulation_request_pkey" ->
          new Violations().add("ID_NOT_UNIQUE", "The id is taken", "id", request.id()).refusal();
      // The patron was removed after she was found.
      case "circulation_request_tenant_requester_id_fkey" ->
          RequestSituation.noUser(new Violations(), request).refusal();
      default -> thrown;
    };
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
                    request.itemId()));
    violations.throwIfAny();
  }

  private void checkPolicy(
      Tenant tenant, NewRequest request, RequestSituation found, Violations violations) {
    UUID group = found.patronGroup();
    if (group == null) {
      return;
    }
    Rules.Rule rule = Rules.find(database.jdbc(), tenant, found.facts(group));
    String type = request.requestType().label();
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
        .param("type", request.requestType().label())
        .param("status", CirculationRequest.NOT_YET_FILLED)
        .param("date", date.atOffset(ZoneOffset.UTC))
        .param("requester", request.requesterId())
        .param("item", request.itemId())
        .param("pickup", request.pickupServicePointId())
        .update();
  }

  /**
   * Withdraws a request. An item that was paged for it alone is available again.
   *
   * @throws Refusal 404 for an unknown id
   */
  void withdraw(Tenant tenant, UUID id) {
    database.inTransaction(() -> {
      UUID item = lockItem(tenant, id);
      int withdrawn =
          database
              .sql("delete from circulation_request where tenant = ? and id = ?")
              .params(tenant.number(), id)
              .update();
      if (withdrawn == 0) { // by another caller, while this one waited for the item
        throw Refusal.notFound("request", "id", id);
      }
      release(tenant, item);
    });
  }

  /**
   * Replaces an open request: the desk where its item is fetched, or its status by that of a
   * cancelled one, with who cancels it and why. What else may have changed is passed over.
   *
   * @throws Refusal 404 for an unknown id, 409 if it was changed meanwhile
   * @throws UnprocessableRequest with every reason against it
   */
  void replace(Tenant tenant, UUID id, CirculationRequest sent) {
    new Violations()
        .required("pickupServicePointId", sent.pickupServicePointId())
        .comment("cancellationAdditionalInformation", sent.cancellationAdditionalInformation())
        .time("cancelledDate", sent.cancelledDate())
        .throwIfAny();
    database.inTransaction(() -> {
      UUID item = lockItem(tenant, id);
      check(
          sent,
          CirculationRequest.RESOURCE
              .find(database.jdbc(), tenant, id)
              .orElseThrow(() -> Refusal.notFound("request", "id", id)));
      write(tenant, id, sent);
      release(tenant, item);
    });
  }

  private static void check(CirculationRequest sent, CirculationRequest stored) {
    Refusal.requireVersion("request", stored.id(), stored.version(), sent.version());
    Violations violations = new Violations();
    violations
        .about("id", stored.id())
        .addIf(
            !stored.status().startsWith("Open"),
            "REQUEST_ALREADY_CLOSED",
            "Cannot edit a closed request");
    violations.throwIfAny();
    String status = isCancelled(sent) ? stored.status() : sent.status();
    violations
        .same("id", sent.id(), stored.id(), "The id is that of another request")
        .same(
            "requesterId", sent.requesterId(), stored.requesterId(), "The patron cannot be changed")
        .same("itemId", sent.itemId(), stored.itemId(), "The item of a request cannot be changed")
        .same("requestType", sent.requestType(), stored.requestType(), "The type cannot be changed")
        .same("status", status, stored.status(), "Requests are cancelled only")
        .throwIfAny();
  }

  private static boolean isCancelled(CirculationRequest request) {
    return CirculationRequest.CANCELLED.equals(request.status());
  }

  private void write(Tenant tenant, UUID id, CirculationRequest sent) {
    Instant cancelled = sent.cancelledDate();
    int written =
        database
            .sql(
                """
                update circulation_request set version = version + 1,
                  status = case when :cancelled then 'Closed - Cancelled' else status end,
                  pickup_service_point_id = :pickup,
                  cancellation_reason_id = case when :cancelled then cast(:reason as uuid) end,
                  cancelled_by_user_id = case when :cancelled then cast(:user as uuid) end,
                  cancellation_additional_information = case when :cancelled then :information end,
                  cancelled_date = case when :cancelled then cast(:date as timestamptz) end
                where tenant = :tenant and id = :id and exists (
                  select from service_point s
                  where s.tenant = :tenant and s.id = :pickup and s.pickup_location)\
                """)
            .param("cancelled", isCancelled(sent))
            .param("pickup", sent.pickupServicePointId())
            .param("reason", sent.cancellationReasonId(), Types.OTHER)
            .param("user", sent.cancelledByUserId(), Types.OTHER)
            .param("information", sent.cancellationAdditionalInformation())
            .param(
                "date",
                cancelled == null ? null : cancelled.atOffset(ZoneOffset.UTC),
                Types.TIMESTAMP_WITH_TIMEZONE)
            .param("tenant", tenant.number())
            .param("id", id)
            .update();
    if (written == 0) {
      throw RequestSituation.noPickup(new Violations(), sent.pickupServicePointId()).refusal();
    }
  }

  private UUID lockItem(Tenant tenant, UUID id) {
    return DeskItem.lock(database.jdbc(), tenant, "circulation_request", "request", id);
  }

  private void release(Tenant tenant, UUID item) {
    boolean isFree =
        database
            .sql(
                """
                select i.status = 'Paged' and not exists (
                  select from circulation_request q
                  where q.tenant = i.tenant and q.item_id = i.id and q.status like 'Open%')
                from item i where i.tenant = ? and i.id = ?\
                """)
            .params(tenant.number(), item)
            .query(Boolean.class)
            .single();
    DeskItem.touch(database.jdbc(), tenant, item, isFree ? ItemStatus.AVAILABLE : null);
  }
}
