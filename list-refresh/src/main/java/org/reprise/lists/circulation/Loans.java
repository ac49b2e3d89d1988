package org.reprise.lists.circulation;

import static org.reprise.lists.event.DomainEvent.Type.UPDATED;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.reprise.kit.work.Outbox.Event;
import org.reprise.lists.circulation.LoanOperation.Change;
import org.reprise.lists.event.DomainEvent;
import org.reprise.lists.event.Events;
import org.reprise.lists.row.RecordMapper;
import org.reprise.lists.split.DatabaseClient;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.web.Refusal;
import org.reprise.lists.web.UnprocessableRequest;
import org.reprise.lists.web.Violations;
import org.springframework.stereotype.Component;

/**
 * Changes open loans. Each operation is one transaction: it locks the item, reads the loan, checks,
 * writes both, and records the loan's event. The item's version changes too, so that a desk that
 * decides at the same moment decides again.
 */
@Component
final class Loans {
  private final DatabaseClient database;
  private final Events events;

  Loans(DatabaseClient database, Events events) {
    this.database = database;
    this.events = events;
  }

  /**
   * Extends an item's open loan as the policy says that its rule has now.
   *
   * @return the changed loan
   * @throws UnprocessableRequest with every reason against it
   */
  Loan renew(Tenant tenant, Renewal renewal) {
    return database.inTransaction(() ->
        change(
            tenant,
            openLoan(tenant, renewal),
            (loan, violations) -> renewed(tenant, loan, renewal, violations)));
  }

  private UUID openLoan(Tenant tenant, Renewal renewal) {
    DeskItem item =
        DeskItem.find(database.jdbc(), tenant, renewal.condition(), renewal.item()).orElse(null);
    UUID loan = item == null ? null : item.loanId();
    Violations violations = new Violations();
    violations
        .about(renewal.itemKey(), renewal.item())
        .addIf(
            item == null,
            "ITEM_NOT_FOUND",
            "No item with %s %s exists".formatted(renewal.itemName(), renewal.item()))
        .addIf(
            item != null && loan == null,
            "ITEM_NOT_CHECKED_OUT",
            "There is no open loan of the item");
    if (loan == null) {
      throw violations.refusal();
    }
    return loan;
  }

  private Change renewed(Tenant tenant, Loan loan, Renewal renewal, Violations violations) {
    violations
        .about(renewal.userKey(), renewal.user())
        .addIf(
            !renewal.isBorrower().test(loan),
            "USER_DOES_NOT_MATCH",
            "Cannot renew item checked out to different user");
    violations.throwIfAny();
    RenewalSituation found = RenewalSituation.find(database.jdbc(), tenant, loan);
    LoanPolicy policy = Rules.find(database.jdbc(), tenant, found.facts()).loanPolicy();
    Instant due = policy.renewed(loan, now(), tenant.zone());
    found.check(loan, policy, due, violations);
    violations.time("dueDate", due);
    return Change.dueDate(
        due,
        """
        action = 'renewed', action_comment = null, loan_policy_id = '%s',
        renewal_count = coalesce(renewal_count, 0) + 1,
        due_date_changed_by_recall = case when due_date_changed_by_recall then false end\
        """
            .formatted(policy.id()));
  }

  /**
   * Shortens the loan of an item, if it is out, as its policy says for the first recall. The item's
   * row is the caller's.
   */
  void recall(Tenant tenant, UUID item) {
    database
        .sql("select id from loan where tenant = ? and item_id = ? and status = 'Open'")
        .params(tenant.number(), item)
        .query(UUID.class)
        .optional()
        .ifPresent(id -> change(tenant, id, (loan, _) -> recalled(tenant, loan)));
  }

  private Change recalled(Tenant tenant, Loan loan) {
    boolean isFirst = !Boolean.TRUE.equals(loan.dueDateChangedByRecall());
    Instant due =
        database
            .sql("select id, details from loan_policy where tenant = ? and id = ?")
            .params(tenant.number(), loan.loanPolicyId())
            .query(RecordMapper.of(LoanPolicy.class))
            .optional()
            .filter(_ -> isFirst)
            .map(policy -> policy.recalled(loan, now(), tenant.zone()))
            .orElse(loan.dueDate());
    return Change.dueDate(due, "action = 'recallrequested', due_date_changed_by_recall = true");
  }

  private static Instant now() {
    return Instant.now().truncatedTo(ChronoUnit.MICROS);
  }

  /**
   * Does an operation on an open loan.
   *
   * @return the changed loan
   * @throws Refusal 404 for an unknown id, 409 if it was changed meanwhile
   * @throws UnprocessableRequest with every reason against it
   */
  Loan change(Tenant tenant, UUID id, LoanOperation operation) {
    Violations violations = new Violations();
    operation.check(violations);
    violations.throwIfAny();
    return database.inTransaction(() -> {
      UUID item = DeskItem.lock(database.jdbc(), tenant, "loan", "loan", id);
      Loan loan = find(tenant, id);
      violations
          .about("loanId", id)
          .addIf(!loan.status().equals(Loan.OPEN), "LOAN_CLOSED", "Loan is closed");
      violations.throwIfAny();
      Change change = operation.apply(loan, violations);
      violations.throwIfAny();
      write(tenant, loan, change);
      Loan changed = find(tenant, id);
      events.record(
          tenant,
          new Event(
              "circulation.loan",
              item.toString(),
              new DomainEvent(UPDATED, tenant, now(), changed)));
      return changed;
    });
  }

  private Loan find(Tenant tenant, UUID id) {
    return Loan.RESOURCE.find(database.jdbc(), tenant, id).orElseThrow();
  }

  private void write(Tenant tenant, Loan loan, Change change) {
    DeskItem.touch(database.jdbc(), tenant, loan.itemId(), change.itemStatus());
    database
        .sql(
            "update loan set %s, version = version + 1 where tenant = :tenant and id = :loan"
                .formatted(change.columns()))
        .params(change.parameters())
        .param("tenant", tenant.number())
        .param("loan", loan.id())
        .update();
  }
}
