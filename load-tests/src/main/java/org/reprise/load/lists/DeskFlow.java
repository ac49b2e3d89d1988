package org.reprise.load.lists;

import java.util.List;

/**
 * What a circulation desk sends for one check-out and one check-in. The report counts transactions
 * of 20 and 12 requests and does not name them; this sequence is ours, after the pages of FOLIO's
 * own desk.
 */
final class DeskFlow {
  static final String ITEM_BARCODE = "itemBarcode";
  static final String USER_BARCODE = "userBarcode";
  static final String SERVICE_POINT = "servicePoint";

  /** Now, in ISO 8601. */
  static final String NOW = "now";

  /** The loan that was made or ended. */
  static final String LOAN = "loan";

  private static final String QUERY = "query";

  private DeskFlow() {}

  /**
   * Given {@link #ITEM_BARCODE} of an available item, {@link #USER_BARCODE}, {@link
   * #SERVICE_POINT}.
   */
  static List<FlowCall> checkOut() {
    return List.of(
        servicePoint(),
        FlowCall.get("user by barcode", "/users")
            .with(QUERY, "barcode==#{userBarcode}")
            .remembering("user", "users[0].id")
            .remembering("group", "users[0].patronGroup"),
        FlowCall.get("patron group", "/groups/#{group}"),
        loansOfUser("user's loans"),
        requestsOfUser("user's requests"),
        FlowCall.get("automated blocks", "/automated-patron-blocks/#{user}"),
        paged(FlowCall.get("manual blocks", "/manualblocks").with(QUERY, "userId==#{user}")),
        itemByBarcode()
            .remembering("materialType", "items[0].materialType.id")
            .remembering("loanType", "items[0].permanentLoanType.id"),
        holdings("holdings"),
        FlowCall.get("instance", "/inventory/instances/#{instance}"),
        requestsOfItem("item's requests"),
        policy("loan-policy").remembering("loanPolicy", "loanPolicyId"),
        policy("request-policy"),
        policy("notice-policy"),
        FlowCall.get("loan policy", "/loan-policy-storage/loan-policies/#{loanPolicy}"),
        FlowCall.post(
                "check out",
                "/circulation/check-out-by-barcode",
                """
                {"itemBarcode":"#{itemBarcode}","userBarcode":"#{userBarcode}","servicePointId":"#{servicePoint}"}\
                """,
                201)
            .remembering(LOAN, "id"),
        FlowCall.get("the loan", "/circulation/loans/#{loan}"),
        loansOfUser("user's loans after"),
        FlowCall.get("item after", "/inventory/items/#{item}"),
        requestsOfUser("user's requests after"));
  }

  /**
   * Given {@link #ITEM_BARCODE} of an item that is out, {@link #SERVICE_POINT} and {@link #NOW}.
   */
  static List<FlowCall> checkIn() {
    return List.of(
        servicePoint(),
        itemByBarcode(),
        requestsOfItem("item's requests"),
        FlowCall.post(
                "check in",
                "/circulation/check-in-by-barcode",
                """
                {"itemBarcode":"#{itemBarcode}","servicePointId":"#{servicePoint}","checkInDate":"#{now}"}\
                """,
                200)
            .remembering(LOAN, "loan.id")
            .remembering("user", "loan.userId"),
        FlowCall.get("item after", "/inventory/items/#{item}"),
        holdings("holdings after"),
        FlowCall.get("instance after", "/inventory/instances/#{instance}"),
        FlowCall.get("the loan", "/circulation/loans/#{loan}"),
        requestsOfItem("item's requests after"),
        FlowCall.get("whose loan it was", "/users/#{user}"),
        FlowCall.get("where it goes", "/locations/#{location}"),
        FlowCall.get("check-in log", "/check-in-storage/check-ins")
            .with(QUERY, "itemId==#{item}")
            .with("limit", "1"));
  }

  private static FlowCall servicePoint() {
    return FlowCall.get("service point", "/service-points/#{servicePoint}");
  }

  private static FlowCall itemByBarcode() {
    return FlowCall.get("item by barcode", "/inventory/items")
        .with(QUERY, "barcode==#{itemBarcode}")
        .remembering("item", "items[0].id")
        .remembering("holdings", "items[0].holdingsRecordId")
        .remembering("location", "items[0].effectiveLocation.id");
  }

  private static FlowCall holdings(String name) {
    return FlowCall.get(name, "/holdings-storage/holdings/#{holdings}")
        .remembering("instance", "instanceId");
  }

  private static FlowCall loansOfUser(String name) {
    return paged(
        FlowCall.get(name, "/circulation/loans")
            .with(QUERY, "(userId==#{user} and status.name==Open)"));
  }

  private static FlowCall requestsOfUser(String name) {
    return paged(
        FlowCall.get(name, "/circulation/requests")
            .with(QUERY, "(requesterId==#{user} and status==\"Open*\")"));
  }

  private static FlowCall requestsOfItem(String name) {
    return paged(
        FlowCall.get(name, "/circulation/requests")
            .with(QUERY, "(itemId==#{item} and status==\"Open*\")"));
  }

  private static FlowCall policy(String kind) {
    return FlowCall.get(kind, "/circulation/rules/" + kind)
        .with("item_type_id", "#{materialType}")
        .with("loan_type_id", "#{loanType}")
        .with("patron_type_id", "#{group}")
        .with("location_id", "#{location}");
  }

  private static FlowCall paged(FlowCall call) {
    return call.with("limit", "100");
  }
}
