package org.reprise.lists.circulation;

import static org.reprise.lists.event.DomainEvent.Type.CREATED;

import java.sql.Types;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.work.Outbox.Event;
import org.reprise.lists.event.DomainEvent;
import org.reprise.lists.event.Events;
import org.reprise.lists.inventory.ItemStatus;
import org.reprise.lists.inventory.Named;
import org.reprise.lists.split.DatabaseClient;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.web.Refusal;
import org.reprise.lists.web.UnprocessableRequest;
import org.reprise.lists.web.Violations;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.stereotype.Component;

/**
 * Lends items. A check-out takes six round trips to the database: three reads, one statement that
 * takes the item and makes the loan, its event, and the commit.
 */
@Component
final class CheckOuts {
  /** mod-circulation's ItemStatusValidator; the others are lent if somebody brings the item. */
  private static final Set<String> NEVER_LENT =
      Set.of("Aged to lost", "Claimed returned", "Declared lost", "Intellectual item");

  private final DatabaseClient database;
  private final Events events;

  CheckOuts(DatabaseClient database, Events events) {
    this.database = database;
    this.events = events;
  }

  /**
   * Lends an item to a patron.
   *
   * @return the open loan
   * @throws UnprocessableRequest with every reason against it
   * @throws Refusal 409 where others keep changing the item
   */
  Loan checkOut(Tenant tenant, CheckOutRequest request) {
    request.check();
    return OptimisticLock.retry(database, request.itemBarcode(), () -> attempt(tenant, request));
  }

  private Loan attempt(Tenant tenant, CheckOutRequest request) {
    DeskItem item = DeskItem.find(database.jdbc(), tenant, request.itemBarcode()).orElse(null);
    DeskPatron.Found found =
        DeskPatron.find(database.jdbc(), tenant, request.servicePointId(), request.userBarcode());
    DeskPatron patron = found.patron();
    Instant now = Instant.now().truncatedTo(ChronoUnit.MICROS);
    Violations violations = new Violations();
    violations
        .about("servicePointId", request.servicePointId())
        .addIf(
            !found.isServicePoint(), "SERVICE_POINT_NOT_FOUND", "There is no such service point");
    checkPatron(patron, request, now, violations);
    checkItem(item, patron, request, violations);
    Named group = patron == null ? null : patron.group();
    if (item == null || patron == null || group == null) {
      throw violations.refusal();
    }
    LoanPolicy policy = Rules.find(database.jdbc(), tenant, item.facts(group.id())).loanPolicy();
    violations
        .about("itemBarcode", request.itemBarcode())
        .addIf(!policy.loanable(), "ITEM_NOT_LOANABLE", "Item is not loanable");
    violations.throwIfAny();
    Loan loan = loan(item, patron, group, policy, request, now, tenant.zone());
    violations.time("dueDate", loan.dueDate()).throwIfAny();
    take(tenant, item, patron, loan, now);
    // Changes of an item are serialized, so the events of its key keep their order.
    String key = loan.itemId().toString();
    events.record(
        tenant, new Event("circulation.loan", key, new DomainEvent(CREATED, tenant, now, loan)));
    return loan;
  }

  private static void checkPatron(
      @Nullable DeskPatron patron, CheckOutRequest request, Instant now, Violations violations) {
    Violations.About user = violations.about("userBarcode", request.userBarcode());
    if (patron == null) {
      user.add("USER_BARCODE_NOT_FOUND", "Could not find user with matching barcode");
      return;
    }
    user.addIf(patron.group() == null, DeskPatron.NO_GROUP, DeskPatron.NO_GROUP_MESSAGE)
        .addIf(!patron.active(), "USER_INACTIVE", "Cannot check out to inactive user")
        .addIf(patron.isExpired(now), "USER_EXPIRED", "Cannot check out to expired user");
    violations
        .about("reason", patron.manualBlock())
        .addIf(patron.manualBlock() != null, "USER_BLOCKED", "Patron blocked from borrowing");
    String limit = patron.limit();
    if (limit != null) {
      user.add("USER_LIMIT_REACHED", limit);
    }
  }

  private static void checkItem(
      @Nullable DeskItem item,
      @Nullable DeskPatron patron,
      CheckOutRequest request,
      Violations violations) {
    Violations.About barcode = violations.about("itemBarcode", request.itemBarcode());
    if (item == null) {
      barcode.add(
          "ITEM_NOT_FOUND",
          "No item with barcode %s could be found".formatted(request.itemBarcode()));
    } else if (item.isAt(ItemStatus.CHECKED_OUT) || item.loanId() != null) {
      barcode.add("ITEM_ALREADY_CHECKED_OUT", "Item is already checked out");
    } else if (NEVER_LENT.contains(item.status())) {
      barcode.add("ITEM_NOT_AVAILABLE", item.described() + " and cannot be checked out");
    } else if (patron != null
        && item.first() != null
        && !item.first().requesterId().equals(patron.id())) {
      violations
          .about("userBarcode", request.userBarcode())
          .add(
              "ITEM_REQUESTED_BY_ANOTHER_PATRON",
              "%s (Barcode: %s) is requested by another patron"
                  .formatted(item.title(), item.barcode()));
    }
  }

  private static Loan loan(
      DeskItem item,
      DeskPatron patron,
      Named group,
      LoanPolicy policy,
      CheckOutRequest request,
      Instant now,
      ZoneId zone) {
    Instant from =
        request.loanDate() == null ? now : request.loanDate().truncatedTo(ChronoUnit.MICROS);
    return new Loan(
        UUID.randomUUID(),
        1,
        patron.id(),
        new Loan.Borrower(patron.lastName(), patron.firstName(), patron.barcode()),
        item.id(),
        item.at(ItemStatus.CHECKED_OUT),
        from,
        policy.due(from, zone),
        null,
        null,
        Loan.OPEN,
        Loan.CHECKED_OUT,
        item.locationId(),
        policy.id(),
        new Named(policy.id(), policy.name()),
        group,
        request.servicePointId(),
        null,
        null,
        null,
        null,
        null,
        null);
  }

  // The loans of a patron with a limit are counted again: this statement sees loans that were made
  // while it waited for the patron's row.
  private void take(Tenant tenant, DeskItem item, DeskPatron patron, Loan loan, Instant now) {
    int taken =
        database
            .sql(
                """
                with taken as (
                  update item set status = 'Checked out', status_date = :now, updated_date = :now,
                    version = version + 1
                  where tenant = :tenant and id = :item and version = :version
                  returning tenant, id),
                filled as (
                  update circulation_request
                  set status = 'Closed - Filled', version = version + 1
                  where tenant = :tenant and id = :request)
                insert into loan (tenant, id, user_id, item_id, status, action, loan_date, due_date,
                  checkout_service_point_id, item_location_id, loan_policy_id, patron_group_id)
                select tenant, :loan, :user, id, 'Open', 'checkedout', :from, :due,
                  :servicePoint, :location, :policy, :group
                from taken
                where not exists (
                  select from automated_block b
                  where b.tenant = :tenant and b.user_id = :user and b.borrowing)\
                """)
            .param("tenant", tenant.number())
            .param("item", item.id())
            .param("version", item.version())
            .param("request", item.first() == null ? null : item.first().id(), Types.OTHER)
            .param("loan", loan.id())
            .param("user", patron.id())
            .param("now", now.atOffset(ZoneOffset.UTC))
            .param("from", loan.loanDate().atOffset(ZoneOffset.UTC))
            .param("due", loan.dueDate().atOffset(ZoneOffset.UTC))
            .param("servicePoint", loan.checkoutServicePointId())
            .param("location", loan.itemEffectiveLocationIdAtCheckOut())
            .param("policy", loan.loanPolicyId())
            .param("group", loan.patronGroupAtCheckout().id())
            .update();
    if (taken == 0) {
      throw new OptimisticLockingFailureException("Another desk has changed the item");
    }
  }
}
