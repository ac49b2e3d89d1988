package org.reprise.lists.circulation;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.search.Criteria;
import org.reprise.lists.search.Resources;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.web.Action;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Service points, and the policies that apply there (mod-circulation and its storage). */
@RestController
class RuleController {
  private final Rules rules;
  private final Resources resources;

  RuleController(Rules rules, Resources resources) {
    this.rules = rules;
    this.resources = resources;
  }

  /** Which conditions the applied rule has; none is on the loan type. */
  record Conditions(
      @JsonProperty("isItemTypePresent") boolean itemType,
      @JsonProperty("isLoanTypePresent") boolean loanType,
      @JsonProperty("isPatronGroupPresent") boolean patronGroup) {
    static Conditions of(Rules.Rule rule) {
      return new Conditions(rule.materialType() != null, false, rule.patronGroup() != null);
    }
  }

  /** The policy of the kind that was asked for. */
  record AppliedPolicy(
      @Nullable UUID loanPolicyId,
      @Nullable UUID requestPolicyId,
      @Nullable UUID noticePolicyId,
      Conditions appliedRuleConditions) {}

  record ServicePointPage(List<ServicePoint> servicepoints, @Nullable Integer totalRecords) {}

  record LoanPolicyPage(List<LoanPolicy> loanPolicies, @Nullable Integer totalRecords) {}

  @Action("apply-rules")
  @GetMapping(
      path = "/circulation/rules/{kind:loan|request|notice}-policy",
      params = {"loan_type_id", "location_id"})
  AppliedPolicy policy(
      Tenant tenant,
      @PathVariable String kind,
      @RequestParam("item_type_id") UUID itemType,
      @RequestParam("patron_type_id") UUID patronType) {
    Rules.Rule rule = rules.read(tenant, itemType, patronType);
    return new AppliedPolicy(
        kind.equals("loan") ? rule.loanPolicy().id() : null,
        kind.equals("request") ? rule.requestPolicyId() : null,
        kind.equals("notice") ? rule.noticePolicyId() : null,
        Conditions.of(rule));
  }

  @GetMapping("/loan-policy-storage/loan-policies/{id}")
  LoanPolicy loanPolicy(Tenant tenant, @PathVariable UUID id) {
    return resources.get(LoanPolicy.RESOURCE, tenant, id);
  }

  @Action("search")
  @GetMapping("/loan-policy-storage/loan-policies")
  LoanPolicyPage loanPolicies(Tenant tenant, Criteria criteria) {
    return resources.search(LoanPolicy.RESOURCE, tenant, criteria, LoanPolicyPage::new);
  }

  @GetMapping("/service-points/{id}")
  ServicePoint servicePoint(Tenant tenant, @PathVariable UUID id) {
    return resources.get(ServicePoint.RESOURCE, tenant, id);
  }

  @Action("search")
  @GetMapping("/service-points")
  ServicePointPage servicePoints(Tenant tenant, Criteria criteria) {
    return resources.search(ServicePoint.RESOURCE, tenant, criteria, ServicePointPage::new);
  }
}
