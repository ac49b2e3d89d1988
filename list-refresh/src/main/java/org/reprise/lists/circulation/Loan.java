package org.reprise.lists.circulation;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.inventory.ItemStatus;
import org.reprise.lists.inventory.Named;
import org.reprise.lists.row.RecordMapper;
import org.reprise.lists.search.Field;
import org.reprise.lists.search.Resource;
import org.reprise.lists.web.Violations;

/**
 * A loan, open or closed, as mod-circulation answers it.
 *
 * @param renewalCount how often it was renewed; null for never
 */
record Loan(
    UUID id,
    @JsonProperty("_version") Integer version,
    UUID userId,
    Borrower borrower,
    UUID itemId,
    LoanItem item,
    Instant loanDate,
    Instant dueDate,
    @Nullable Instant returnDate,
    @Nullable Instant systemReturnDate,
    Name status,
    String action,
    UUID itemEffectiveLocationIdAtCheckOut,
    UUID loanPolicyId,
    Named loanPolicy,
    Named patronGroupAtCheckout,
    UUID checkoutServicePointId,
    @Nullable UUID checkinServicePointId,
    @Nullable Integer renewalCount,
    @Nullable String actionComment,
    @Nullable Boolean dueDateChangedByRecall,
    @Nullable Instant declaredLostDate,
    @Nullable Instant claimedReturnedDate) {
  /** The only status in which the item is out. */
  static final Name OPEN = new Name("Open");

  static final String CHECKED_OUT = "checkedout";

  static final Resource<Loan> RESOURCE =
      new Resource<>(
          "loan",
          """
          l.id, l.version, l.user_id, l.item_id, l.loan_date, l.due_date, l.return_date,
          l.system_return_date, l.status as status_name, l.action,
          l.item_location_id as item_effective_location_id_at_check_out, l.loan_policy_id,
          l.checkout_service_point_id, l.checkin_service_point_id, l.renewal_count,
          l.action_comment, l.due_date_changed_by_recall, l.declared_lost_date,
          l.claimed_returned_date,
          u.last_name as borrower_last_name, u.first_name as borrower_first_name,
          u.barcode as borrower_barcode,
          i.barcode as item_barcode, n.title as item_title,
          coalesce(i.item_level_call_number, h.call_number) as item_call_number,
          i.holdings_id as item_holdings_record_id, h.instance_id as item_instance_id,
          i.status as item_status_name, e.name as item_location_name,
          m.name as item_material_type_name,
          p.name as loan_policy_name,
          l.patron_group_id as patron_group_at_checkout_id, g.name as patron_group_at_checkout_name\
          """,
          """
          loan l
          join app_user u on u.tenant = l.tenant and u.id = l.user_id
          left join loan_policy p on p.tenant = l.tenant and p.id = l.loan_policy_id
          left join patron_group g on g.tenant = l.tenant and g.id = l.patron_group_id
          join item i on i.tenant = l.tenant and i.id = l.item_id
          join holdings h on h.tenant = i.tenant and h.id = i.holdings_id
          join instance n on n.tenant = h.tenant and n.id = h.instance_id
          join material_type m on m.tenant = i.tenant and m.id = i.material_type_id
          join location e on e.tenant = i.tenant and e.id = i.effective_location_id\
          """,
          "l",
          "l.loan_date desc, l.id",
          Map.of(
              "id", Field.id("l.id"),
              "userId", Field.id("l.user_id"),
              "itemId", Field.id("l.item_id"),
              "status.name", Field.name("l.status"),
              "action", Field.name("l.action"),
              "loanDate", Field.time("l.loan_date"),
              "dueDate", Field.time("l.due_date"),
              "loanPolicyId", Field.id("l.loan_policy_id"),
              "checkoutServicePointId", Field.id("l.checkout_service_point_id"),
              "checkinServicePointId", Field.id("l.checkin_service_point_id")),
          RecordMapper.of(Loan.class));

  private static final Set<String> FIXED_STATUSES =
      Set.of("Aged to lost", ItemStatus.CLAIMED_RETURNED, ItemStatus.DECLARED_LOST);

  /** Adds a reason where the item's status lets nobody change the due date. */
  void checkStatus(Violations violations) {
    violations
        .about("itemId", itemId)
        .addIf(
            FIXED_STATUSES.contains(item.status.name),
            "ITEM_STATUS_NOT_ALLOWED",
            "item is " + item.status.name);
  }

  record Borrower(String lastName, @Nullable String firstName, @Nullable String barcode) {}

  /** What is lent, as it is now. */
  record LoanItem(
      @Nullable String barcode,
      String title,
      @Nullable String callNumber,
      UUID holdingsRecordId,
      UUID instanceId,
      Name status,
      Name location,
      Name materialType) {}

  record Name(String name) {}
}
