package org.reprise.lists.inventory;

import jakarta.servlet.http.HttpServletRequest;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.reprise.lists.search.Resources;
import org.reprise.lists.web.Refusal;
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

  private static final Set<String> CHANGES_OF_CONDITIONS = Set.of("GET", "HEAD", "PUT");

  // Of each path the table, and the member of pages.
  private static final Map<String, String[]> TABLES =
      Map.ofEntries(
          kind("/material-types", "material_type", "mtypes"),
          kind("/loan-types", "loan_type", "loantypes"),
          kind("/location-units/institutions", "institution", "locinsts"),
          kind("/location-units/campuses", "campus", "loccamps"),
          kind("/location-units/libraries", "library", "loclibs"),
          kind("/locations", "location", "locations"),
          kind("/service-points", "service_point", "servicepoints"),
          kind("/groups", "patron_group", "usergroups"),
          kind("/loan-policy-storage/loan-policies", "loan_policy", "loanPolicies"),
          kind("/request-policy-storage/request-policies", "request_policy", "requestPolicies"),
          kind(
              "/patron-notice-policy-storage/patron-notice-policies",
              "notice_policy",
              "patronNoticePolicies"),
          kind("/overdue-fines-policies", "overdue_fine_policy", "overdueFinePolicies"),
          kind("/lost-item-fees-policies", "lost_item_fee_policy", "lostItemFeePolicies"),
          kind("/manualblocks", "patron_block", "manualblocks"),
          kind(CONDITIONS, "patron_block_condition", "patronBlockConditions"),
          kind("/patron-block-limits", "patron_block_limit", "patronBlockLimits"));

  ReferenceController(InventoryRecords records, Resources resources) {
    Map<String, Kind<ReferenceRecord>> kinds = new HashMap<>();
    TABLES.forEach((path, kind) ->
        kinds.put(
            path, new Kind<>(ReferenceRecord.resource(kind[0], records.types(kind[0])), kind[1])));
    super(records, resources, request -> kind(kinds, request));
  }

  private static Map.Entry<String, String[]> kind(String path, String table, String member) {
    return Map.entry(path, new String[] {table, member});
  }

  private static Kind<ReferenceRecord> kind(
      Map<String, Kind<ReferenceRecord>> kinds, HttpServletRequest request) {
    String pattern =
        request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE).toString();
    String path = pattern.replace("/{id}", "");
    if (path.equals(CONDITIONS) && !CHANGES_OF_CONDITIONS.contains(request.getMethod())) {
      throw new Refusal(
          HttpStatus.METHOD_NOT_ALLOWED,
          Refusal.INVALID_REQUEST,
          "Conditions are neither made nor deleted, only changed");
    }
    return Objects.requireNonNull(kinds.get(path), path);
  }
}
