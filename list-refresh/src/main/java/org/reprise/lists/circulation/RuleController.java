package org.reprise.lists.circulation;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.circulation.RulesText.InvalidRules;
import org.reprise.lists.tenant.ReferenceData;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.web.Action;
import org.reprise.lists.web.Violations;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The rules, and the policies that they lead to (mod-circulation and its storage). */
@RestController
class RuleController {
  private final Rules rules;

  RuleController(Rules rules) {
    this.rules = rules;
  }

  /** Rules in FOLIO's language; an id that is sent along is not used. */
  record RulesBody(@Nullable UUID id, @Nullable String rulesAsText) {}

  /** What FOLIO answers to rules that are not understood. */
  record RulesError(String message, int line, int column) {}

  /** Which conditions the applied rule has. */
  record Conditions(
      @JsonProperty("isItemTypePresent") boolean itemType,
      @JsonProperty("isLoanTypePresent") boolean loanType,
      @JsonProperty("isPatronGroupPresent") boolean patronGroup) {}

  /** The policy of the kind that was asked for. */
  record AppliedPolicy(
      @Nullable UUID loanPolicyId,
      @Nullable UUID requestPolicyId,
      @Nullable UUID noticePolicyId,
      @Nullable UUID overdueFinePolicyId,
      @Nullable UUID lostItemPolicyId,
      Conditions appliedRuleConditions) {}

  @GetMapping({"/circulation/rules", "/circulation-rules-storage"})
  RulesBody rules(Tenant tenant) {
    return new RulesBody(ReferenceData.id("circulation-rules", "rules"), rules.text(tenant));
  }

  @PutMapping({"/circulation/rules", "/circulation-rules-storage"})
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void replace(Tenant tenant, @RequestBody RulesBody body) {
    String text = body.rulesAsText;
    if (text == null) {
      throw new Violations().required("rulesAsText", null).refusal();
    }
    rules.replace(tenant, text);
  }

  @ExceptionHandler
  @ResponseStatus(HttpStatus.UNPROCESSABLE_CONTENT)
  RulesError invalid(InvalidRules thrown) {
    return new RulesError(String.valueOf(thrown.getMessage()), thrown.line, thrown.column);
  }

  @Action("apply-rules")
  @GetMapping("/circulation/rules/{kind:loan|request|notice|overdue-fine|lost-item}-policy")
  AppliedPolicy policy(
      Tenant tenant,
      @PathVariable String kind,
      @RequestParam("item_type_id") UUID itemType,
      @RequestParam("loan_type_id") UUID loanType,
      @RequestParam("patron_type_id") UUID patronType,
      @RequestParam("location_id") UUID location) {
    Rules.Rule rule = rules.read(tenant, new Rules.Facts(itemType, loanType, location, patronType));
    return new AppliedPolicy(
        kind.equals("loan") ? rule.loanPolicy().id() : null,
        kind.equals("request") ? rule.requestPolicyId() : null,
        kind.equals("notice") ? rule.noticePolicyId() : null,
        kind.equals("overdue-fine") ? rule.overdueFinePolicyId() : null,
        kind.equals("lost-item") ? rule.lostItemFeePolicyId() : null,
        new Conditions(
            rule.letters().contains("m"),
            rule.letters().contains("t"),
            rule.letters().contains("g")));
  }
}
