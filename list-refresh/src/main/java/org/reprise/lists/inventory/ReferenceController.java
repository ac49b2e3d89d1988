package org.reprise.lists.inventory;

import static java.util.stream.Collectors.toMap;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.reprise.lists.search.Resources;
import org.reprise.lists.web.Refusal;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.HandlerMapping;

/**
 * What an administrator sets up (mod-inventory-storage, mod-circulation-storage, mod-users,
 * mod-feesfines, mod-patron-blocks).
 */
@RestController
@RequestMapping({
  "/material-types",
  "/loan-types",
  "/location-units/institutions",
  "/location-units/campuses",
  "/location-units/libraries",
  "/locations",
  "/service-points",
  "/groups",
  "/loan-policy-storage/loan-policies",
  "/request-policy-storage/request-policies",
  "/patron-notice-policy-storage/patron-notice-policies",
  "/overdue-fines-policies",
  "/lost-item-fees-policies",
  "/manualblocks",
  ReferenceController.CONDITIONS,
  "/patron-block-limits"
})
class ReferenceController extends RecordController<ReferenceRecord> {
  static final String CONDITIONS = "/patron-block-conditions";

  private static final String KINDS =
      """
      /material-types material_type mtypes
      /loan-types loan_type loantypes
      /location-units/institutions institution locinsts
      /location-units/campuses campus loccamps
      /location-units/libraries library loclibs
      /locations location locations
      /service-points service_point servicepoints
      /groups patron_group usergroups
      /loan-policy-storage/loan-policies loan_policy loanPolicies
      /request-policy-storage/request-policies request_policy requestPolicies
      /patron-notice-policy-storage/patron-notice-policies notice_policy patronNoticePolicies
      /overdue-fines-policies overdue_fine_policy overdueFinePolicies
      /lost-item-fees-policies lost_item_fee_policy lostItemFeePolicies
      /manualblocks patron_block manualblocks
      /patron-block-conditions patron_block_condition patronBlockConditions
      /patron-block-limits patron_block_limit patronBlockLimits
      """;

  ReferenceController(InventoryRecords records, Resources resources) {
    Map<String, Kind<ReferenceRecord>> kinds =
        kinds().collect(toMap(kind -> kind[0], kind -> kind(records, kind)));
    super(records, resources, request -> kind(kinds, request));
  }

  private static Kind<ReferenceRecord> kind(InventoryRecords records, String[] kind) {
    return new Kind<>(ReferenceRecord.resource(kind[1], records.types(kind[1])), kind[2]);
  }

  /** Returns of each kind the path, the table, and the member of pages. */
  static Stream<String[]> kinds() {
    return KINDS.lines().map(line -> line.split(" "));
  }

  private static Kind<ReferenceRecord> kind(
      Map<String, Kind<ReferenceRecord>> kinds, HttpServletRequest request) {
    String pattern =
        request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE).toString();
    String path = pattern.replace("/{id}", "");
    if (path.equals(CONDITIONS) && request.getMethod().matches("POST|DELETE")) {
      String message = "Conditions are neither made nor deleted, only changed";
      Refusal refused =
          new Refusal(HttpStatus.METHOD_NOT_ALLOWED, Refusal.INVALID_REQUEST, message);
      String allowed = path.equals(pattern) ? "GET, HEAD" : "GET, HEAD, PUT";
      refused.getHeaders().set(HttpHeaders.ALLOW, allowed);
      throw refused;
    }
    return Objects.requireNonNull(kinds.get(path), path);
  }
}
