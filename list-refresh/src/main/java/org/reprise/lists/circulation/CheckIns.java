package org.reprise.lists.circulation;

import static org.reprise.lists.event.DomainEvent.Type.CREATED;
import static org.reprise.lists.event.DomainEvent.Type.UPDATED;

import java.sql.Types;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.work.Outbox.Event;
import org.reprise.lists.event.DomainEvent;
import org.reprise.lists.event.Events;
import org.reprise.lists.inventory.ItemStatus;
import org.reprise.lists.split.DatabaseClient;
import org.reprise.lists.tenant.Caller;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.web.Refusal;
import org.reprise.lists.web.UnprocessableRequest;
import org.reprise.lists.web.Violations;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.stereotype.Component;

/**
 * Takes items back. A check-in takes six round trips to the database: two reads, one statement that
 * changes item, loan and request and writes the log, a read of the changed loan, its events, and
 * the commit.
 */
@Component
final class CheckIns {
  private static final Set<String> NEVER_TAKEN = Set.of("Intellectual item");

  private final DatabaseClient database;
  private final Events events;

  CheckIns(DatabaseClient database, Events events) {
    this.database = database;
    this.events = events;
  }

  /**
   * Takes an item back, on loan or not. Afterwards it is available, or is kept here or sent to
   * another desk for the first request in its queue.
   *
   * @throws UnprocessableRequest with every reason against it
   * @throws Refusal 409 where others keep changing the item
   */
  Returned checkIn(Caller caller, CheckInRequest request) {
    request.check();
    return OptimisticLock.retry(database, request.itemBarcode(), () -> attempt(caller, request));
  }

  private Returned attempt(Caller caller, CheckInRequest request) {
    Tenant tenant = caller.tenant();
    DeskItem item = DeskItem.find(database.jdbc(), tenant, request.itemBarcode()).orElse(null);
    check(tenant, item, request);
    DeskItem found = Objects.requireNonNull(item);
    Next next = Next.of(found, request.servicePointId());
    Instant now = Instant.now().truncatedTo(ChronoUnit.MICROS);
    CheckIn log =
        new CheckIn(
            UUID.randomUUID(),
            now,
            found.id(),
            found.status(),
            found.locationId(),
            found.openRequests(),
            request.servicePointId(),
            caller.user());
    change(tenant, found, next, log, request);
    Loan loan =
        found.loanId() == null
            ? null
            : Loan.RESOURCE.find(database.jdbc(), tenant, found.loanId()).orElseThrow();
    record(tenant, log, loan);
    boolean isInHouseUse =
        found.loanId() == null && found.first() == null && found.isAt(ItemStatus.AVAILABLE);
    Returned.ReturnedItem returned =
        new Returned.ReturnedItem(found.id(), found.at(next.itemStatus), next.destination);
    return new Returned(loan, returned, isInHouseUse);
  }

  private void check(Tenant tenant, @Nullable DeskItem item, CheckInRequest request) {
    Violations violations = new Violations();
    violations
        .about("servicePointId", request.servicePointId())
        .addIf(
            !isServicePoint(tenant, request.servicePointId()),
            "SERVICE_POINT_NOT_FOUND",
            "There is no such service point");
    Violations.About barcode = violations.about("itemBarcode", request.itemBarcode());
    if (item == null) {
      barcode.add(
          "ITEM_NOT_FOUND", "No item with barcode %s exists".formatted(request.itemBarcode()));
    } else if (NEVER_TAKEN.contains(item.status())) {
      barcode.add("ITEM_NOT_CHECKED_IN", item.described() + " and cannot be checked in");
    } else if (item.isAt(ItemStatus.CLAIMED_RETURNED)
        && request.claimedReturnedResolution() == null) {
      barcode.add(
          "CLAIMED_RETURNED", "Item is claimed returned, a resolution is required to check in");
    }
    violations.throwIfAny();
  }

  private boolean isServicePoint(Tenant tenant, UUID id) {
    return database
        .sql("select exists (select from service_point where tenant = ? and id = ?)")
        .params(tenant.number(), id)
        .query(Boolean.class)
        .single();
  }

  /** The next status of the item and of its first request, and the desk that it is sent to. */
  private record Next(
      String itemStatus, @Nullable String requestStatus, @Nullable UUID destination) {
    static Next of(DeskItem item, UUID servicePoint) {
      DeskItem.Waiting first = item.first();
      if (first == null) {
        return new Next(ItemStatus.AVAILABLE, null, null);
      }
      UUID pickup = first.pickupServicePointId();
      return pickup.equals(servicePoint)
          ? new Next(ItemStatus.AWAITING_PICKUP, CirculationRequest.AWAITING_PICKUP, null)
          : new Next(ItemStatus.IN_TRANSIT, CirculationRequest.IN_TRANSIT, pickup);
    }
  }

  private void change(
      Tenant tenant, DeskItem item, Next next, CheckIn log, CheckInRequest request) {
    CheckInRequest.Resolution resolution = request.claimedReturnedResolution();
    String action =
        resolution != null && item.isAt(ItemStatus.CLAIMED_RETURNED)
            ? resolution.action()
            : "checkedin";
    int changed =
        database
            .sql(
                """
                with returned as (
                  update item set status = :status, status_date = :now, updated_date = :now,
                    version = version + 1
                  where tenant = :tenant and id = :item and version = :version
                  returning tenant, id),
                ended as (
                  update loan set status = 'Closed', action = :action, action_comment = null,
                    return_date = :returned, system_return_date = :now, checkin_service_point_id = :servicePoint,
                    version = version + 1
                  where tenant = :tenant and id = :loan),
                served as (
                  update circulation_request set status = :requestStatus, version = version + 1
                  where tenant = :tenant and id = :request)
                insert into check_in (tenant, id, occurred_date, item_id, item_status_prior,
                  item_location_id, request_queue_size, service_point_id, performed_by)
                select tenant, :log, :now, id, :prior, :location, :queue, :servicePoint, :user
                from returned\
                """)
            .param("tenant", tenant.number())
            .param("item", item.id())
            .param("version", item.version())
            .param("status", next.itemStatus)
            .param("now", log.occurredDateTime().atOffset(ZoneOffset.UTC))
            .param("action", action)
            .param("returned", request.checkInDate().atOffset(ZoneOffset.UTC))
            .param("servicePoint", log.servicePointId())
            .param("loan", item.loanId(), Types.OTHER)
            .param("request", item.first() == null ? null : item.first().id(), Types.OTHER)
            .param("requestStatus", next.requestStatus)
            .param("log", log.id())
            .param("prior", item.status())
            .param("location", log.itemLocationId())
            .param("queue", log.requestQueueSize())
            .param("user", log.performedByUserId(), Types.OTHER)
            .update();
    if (changed == 0) {
      throw new OptimisticLockingFailureException("Another desk has changed the item");
    }
  }

  // The key is the item's id: changes of an item are serialized, so its events keep their order.
  private void record(Tenant tenant, CheckIn log, @Nullable Loan loan) {
    String key = log.itemId().toString();
    Instant when = log.occurredDateTime();
    List<Event> all = new ArrayList<>();
    all.add(new Event("circulation.check-in", key, new DomainEvent(CREATED, tenant, when, log)));
    if (loan != null) {
      all.add(new Event("circulation.loan", key, new DomainEvent(UPDATED, tenant, when, loan)));
    }
    events.record(tenant, all.toArray(Event[]::new));
  }
}
