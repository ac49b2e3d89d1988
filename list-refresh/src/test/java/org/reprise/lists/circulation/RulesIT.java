package org.reprise.lists.circulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.lists.Library;
import org.reprise.lists.ListsClient.Answer;
import org.reprise.lists.ListsServer;
import org.reprise.lists.tenant.ReferenceData;

/** Policies, and which one is applied. */
class RulesIT {
  private static final ListsServer SERVER = ListsServer.shared();
  private static final Library LIBRARY = Library.of(SERVER);
  private static final String RULES =
      "/circulation/rules/%s?item_type_id=%s&loan_type_id=%s&patron_type_id=%s&location_id=%s";

  private static Answer apply(String policy, UUID materialType, UUID group) {
    return LIBRARY
        .client()
        .get(RULES.formatted(policy, materialType, UUID.randomUUID(), group, UUID.randomUUID()));
  }

  @Test
  void fallbackPolicyAppliesWithoutMatchingRule() {
    Answer loan = apply("loan-policy", UUID.randomUUID(), UUID.randomUUID());
    assertThat(loan.json().path("loanPolicyId").asString())
        .isEqualTo(ReferenceData.id("loan-policy", "Three weeks").toString());
    assertThat(loan.json().path("appliedRuleConditions").path("isItemTypePresent").asBoolean(true))
        .isFalse();
    assertThat(
            apply("request-policy", UUID.randomUUID(), UUID.randomUUID())
                .json()
                .has("requestPolicyId"))
        .isTrue();
    assertThat(
            apply("notice-policy", UUID.randomUUID(), UUID.randomUUID())
                .json()
                .has("noticePolicyId"))
        .isTrue();
  }

  @Test
  void ruleWithMostConditionsWins() {
    UUID dvd = ReferenceData.id(ReferenceData.MATERIAL_TYPE, "dvd");
    UUID staff = ReferenceData.id("patron-group", "staff");
    UUID never = ReferenceData.id("loan-policy", "Not loanable");
    UUID always = ReferenceData.id("loan-policy", "Three weeks");
    rule("'" + dvd + "'", "null", never);
    rule("'" + dvd + "'", "'" + staff + "'", always);
    assertThat(apply("loan-policy", dvd, UUID.randomUUID()).json().path("loanPolicyId").asString())
        .isEqualTo(never.toString());
    Answer best = apply("loan-policy", dvd, staff);
    assertThat(best.json().path("loanPolicyId").asString()).isEqualTo(always.toString());
    assertThat(best.json().path("appliedRuleConditions").path("isPatronGroupPresent").asBoolean())
        .isTrue();
  }

  private static void rule(String materialType, String group, UUID loanPolicy) {
    SERVER.execute(
        """
        insert into circulation_rule (tenant, id, material_type_id, patron_group_id, loan_policy_id,
          request_policy_id, notice_policy_id)
        select tenant, gen_random_uuid(), %s, %s, '%s', request_policy_id, notice_policy_id
        from circulation_rule where id = '%s'\
        """
            .formatted(
                materialType, group, loanPolicy, ReferenceData.id("circulation-rule", "fallback")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/circulation/rules/loan-policy",
        "/circulation/rules/loan-policy?loan_type_id=a&location_id=b&item_type_id=c&patron_type_id=d",
        "/service-points/desk",
        "/service-points?limit=many",
        "/service-points?limit=-1",
        "/service-points?offset=-1",
        "/service-points?limit=1000000",
      })
  void refusesInvalidParameters(String path) {
    Answer answer = LIBRARY.client().get(path);
    assertThat(answer.status()).as(answer.toString()).isEqualTo(400);
    assertThat(answer.code()).endsWith("invalid.request");
  }

  @Test
  void readsServicePointsAndPolicies() {
    assertThat(
            LIBRARY
                .search("/service-points", "code==CD1")
                .json()
                .path("servicepoints")
                .path(0)
                .path("id")
                .asString())
        .isEqualTo(Library.DESK.toString());
    Answer all = LIBRARY.client().get("/service-points?limit=2");
    assertThat(all.json().path("servicepoints").size()).isEqualTo(2);
    assertThat(all.json().path("totalRecords").asInt()).isEqualTo(3);
    UUID policy = ReferenceData.id("loan-policy", "Three weeks");
    assertThat(
            LIBRARY
                .client()
                .get("/loan-policy-storage/loan-policies/" + policy)
                .json()
                .path("loansPolicy")
                .path("period")
                .path("duration")
                .asInt())
        .isEqualTo(21);
  }
}
