package org.reprise.lists.circulation;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.inventory.Named;
import org.reprise.lists.search.Columns;
import org.reprise.lists.search.Field;
import org.reprise.lists.search.Resource;

/** An item in a patron's hands, or once there, as mod-circulation answers it. */
record Loan(
    UUID id,
    @JsonProperty("_version") int version,
    UUID userId,
    Borrower borrower,
    UUID itemId,
    Item item,
    Instant loanDate,
    Instant dueDate,
    @Nullable Instant returnDate,
    @Nullable Instant systemReturnDate,
    Status status,
    String action,
    UUID itemEffectiveLocationIdAtCheckOut,
    UUID loanPolicyId,
    Named loanPolicy,
    Named patronGroupAtCheckout,
    UUID checkoutServicePointId,
    @Nullable UUID checkinServicePointId) {
  /** The only status in which the item is out. */
  static final Status OPEN = new Status("Open");

  static final String CHECKED_OUT = "checkedout";

  static final Resource<Loan> RESOURCE =
      new Resource<>(
          "loan",
          """
          l.*, u.barcode as user_barcode, u.last_name, u.first_name, p.name as policy,
          g.name as patron_group, i.barcode, i.status as item_status, i.holdings_id,
          h.instance_id, n.title, m.name as material_type, e.name as location,
          coalesce(i.item_level_call_number, h.call_number) as call_number\
          """,
          """
          loan l
          join app_user u on u.tenant = l.tenant and u.id = l.user_id
          join loan_policy p on p.tenant = l.tenant and p.id = l.loan_policy_id
          join patron_group g on g.tenant = l.tenant and g.id = l.patron_group_id
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
              "loanPolicyId", Field.id("l.loan_policy_id"),
              "checkoutServicePointId", Field.id("l.checkout_service_point_id"),
              "checkinServicePointId", Field.id("l.checkin_service_point_id")),
          (row, number) ->
              new Loan(
                  Columns.id(row, "id"),
                  row.getInt("version"),
                  Columns.id(row, "user_id"),
                  new Borrower(
                      Columns.text(row, "last_name"),
                      Columns.textOrNull(row, "first_name"),
                      Columns.textOrNull(row, "user_barcode")),
                  Columns.id(row, "item_id"),
                  new Item(
                      Columns.textOrNull(row, "barcode"),
                      Columns.text(row, "title"),
                      Columns.textOrNull(row, "call_number"),
                      Columns.id(row, "holdings_id"),
                      Columns.id(row, "instance_id"),
                      new Status(Columns.text(row, "item_status")),
                      new Name(Columns.text(row, "location")),
                      new Name(Columns.text(row, "material_type"))),
                  Columns.time(row, "loan_date"),
                  Columns.time(row, "due_date"),
                  Columns.timeOrNull(row, "return_date"),
                  Columns.timeOrNull(row, "system_return_date"),
                  new Status(Columns.text(row, "status")),
                  Columns.text(row, "action"),
                  Columns.id(row, "item_location_id"),
                  Columns.id(row, "loan_policy_id"),
                  new Named(Columns.id(row, "loan_policy_id"), Columns.text(row, "policy")),
                  new Named(Columns.id(row, "patron_group_id"), Columns.text(row, "patron_group")),
                  Columns.id(row, "checkout_service_point_id"),
                  Columns.idOrNull(row, "checkin_service_point_id")));

  /** Who has or had the item. */
  record Borrower(String lastName, @Nullable String firstName, @Nullable String barcode) {}

  /** What is lent, as it is now. */
  record Item(
      @Nullable String barcode,
      String title,
      @Nullable String callNumber,
      UUID holdingsRecordId,
      UUID instanceId,
      Status status,
      Name location,
      Name materialType) {}

  /** A state by its name. */
  record Status(String name) {}

  /** What people call something. */
  record Name(String name) {}
}
