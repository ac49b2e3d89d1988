package org.reprise.lists.circulation;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.inventory.ItemStatus;
import org.reprise.lists.web.Refusal;
import org.reprise.lists.web.Violations;

/** What a request does to an open loan. */
interface LoanOperation {
  /** Adds reasons against the request alone, of which any member may be null before this. */
  default void check(Violations violations) {}

  /** Returns what is written of a loan that is locked, or adds reasons against it. */
  Change apply(Loan loan, Violations violations);

  /**
   * What is written.
   *
   * @param columns what is set in the row of the loan, with parameters
   * @param itemStatus the item's next status; null where it stays
   */
  record Change(String columns, Map<String, ?> parameters, @Nullable String itemStatus) {
    // A recall counts as the first again after staff set a date while none is open.
    private static final String RECALL =
        """
        due_date_changed_by_recall = case when due_date_changed_by_recall then exists (
          select from circulation_request q
          where q.tenant = loan.tenant and q.item_id = loan.item_id and q.status like 'Open%'
            and q.request_type = 'Recall') end\
        """;

    static Change dueDate(Instant due) {
      return dueDate(due, RECALL);
    }

    /** Sets a due date, and columns without parameters. */
    static Change dueDate(Instant due, String columns) {
      return new Change(
          "due_date = :due, " + columns, Map.of("due", due.atOffset(ZoneOffset.UTC)), null);
    }

    /** Notes what has become of an item, and when. */
    static Change ofItem(String status, String columns, @Nullable String comment, Instant date) {
      String text = comment == null ? "" : comment.strip();
      return new Change(
          columns, Map.of("comment", text, "date", date.atOffset(ZoneOffset.UTC)), status);
    }
  }

  /** Staff set a due date (mod-circulation, change-due-date-request). */
  @JsonIgnoreProperties("id")
  record DueDateChange(Instant dueDate) implements LoanOperation {
    @Override
    public void check(Violations violations) {
      violations
          .required(
              "dueDate", dueDate, "A new due date is required in order to change the due date")
          .time("dueDate", dueDate);
    }

    @Override
    public Change apply(Loan loan, Violations violations) {
      loan.checkStatus(violations);
      return Change.dueDate(dueDate);
    }
  }

  /**
   * Staff do not expect an item back (mod-circulation, declare-item-lost-request). Its loan stays
   * open until it comes back.
   *
   * @param servicePointId needed, and not kept: in FOLIO fees depend on it
   */
  @JsonIgnoreProperties("id")
  record LossDeclaration(
      UUID servicePointId, Instant declaredLostDateTime, @Nullable String comment)
      implements LoanOperation {
    @Override
    public void check(Violations violations) {
      violations
          .required(
              "servicePointId",
              servicePointId,
              "A service point is required for item to be declared lost")
          .required("declaredLostDateTime", declaredLostDateTime)
          .time("declaredLostDateTime", declaredLostDateTime)
          .comment("comment", comment);
    }

    @Override
    public Change apply(Loan loan, Violations violations) {
      violations
          .about("itemId", loan.itemId())
          .addIf(
              loan.item().status().name().equals(ItemStatus.DECLARED_LOST),
              "ITEM_ALREADY_DECLARED_LOST",
              "The item is already declared lost");
      return Change.ofItem(
          ItemStatus.DECLARED_LOST,
          "action = 'declaredLost', action_comment = :comment, declared_lost_date = :date",
          comment,
          declaredLostDateTime);
    }
  }

  /**
   * A patron says to have returned an item (mod-circulation, claim-item-returned-request). Its loan
   * stays open until a check-in says what has become of it.
   */
  @JsonIgnoreProperties("id")
  record ReturnClaim(Instant itemClaimedReturnedDateTime, @Nullable String comment)
      implements LoanOperation {
    @Override
    public void check(Violations violations) {
      violations
          .required(
              "itemClaimedReturnedDateTime",
              itemClaimedReturnedDateTime,
              "Item claimed returned date is a required field")
          .time("itemClaimedReturnedDateTime", itemClaimedReturnedDateTime)
          .comment("comment", comment);
    }

    @Override
    public Change apply(Loan loan, Violations violations) {
      return Change.ofItem(
          ItemStatus.CLAIMED_RETURNED,
          """
          action = 'claimedReturned', claimed_returned_date = :date,
          action_comment = coalesce(nullif(:comment, ''), action_comment)\
          """,
          comment,
          itemClaimedReturnedDateTime);
    }
  }

  /** A loan as it was read, with another due date; what else may have changed is passed over. */
  record LoanUpdate(Loan sent) implements LoanOperation {
    @Override
    public void check(Violations violations) {
      violations.required("dueDate", sent.dueDate()).time("dueDate", sent.dueDate());
    }

    @Override
    public Change apply(Loan loan, Violations violations) {
      Refusal.requireVersion("loan", loan.id(), loan.version(), sent.version());
      violations
          .same("id", sent.id(), loan.id(), "The id is that of another loan")
          .same("userId", sent.userId(), loan.userId(), "The patron of a loan cannot be changed")
          .same("itemId", sent.itemId(), loan.itemId(), "The item of a loan cannot be changed")
          .same("status", sent.status(), loan.status(), "Loans are closed by a check-in");
      if (!sent.dueDate().equals(loan.dueDate())) {
        loan.checkStatus(violations);
      }
      return Change.dueDate(sent.dueDate());
    }
  }
}
