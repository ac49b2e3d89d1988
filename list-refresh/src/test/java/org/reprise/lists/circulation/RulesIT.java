package org.reprise.lists.circulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.lists.Library;
import org.reprise.lists.ListsClient.Answer;
import org.reprise.lists.ListsServer;
import org.reprise.lists.tenant.ReferenceData;
import tools.jackson.databind.json.JsonMapper;

/** Policies, and which one is applied. */
class RulesIT {
  private static final Library LIBRARY = Library.of(ListsServer.shared());
  private static final JsonMapper JSON = JsonMapper.builder().build();
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
    LendingTerms.addRule(LIBRARY.client(), "m " + dvd, never);
    LendingTerms.addRule(LIBRARY.client(), "m %s + g %s".formatted(dvd, staff), always);
    assertThat(apply("loan-policy", dvd, UUID.randomUUID()).json().path("loanPolicyId").asString())
        .isEqualTo(never.toString());
    Answer best = apply("loan-policy", dvd, staff);
    assertThat(best.json().path("loanPolicyId").asString()).isEqualTo(always.toString());
    assertThat(best.json().path("appliedRuleConditions").path("isPatronGroupPresent").asBoolean())
        .isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "[null]"})
  void nullTypesOfRequestsAllowNone(String types) {
    String policy =
        LIBRARY
            .client()
            .json(
                "POST",
                "/request-policy-storage/request-policies",
                "{\"name\": \"%s\", \"requestTypes\": %s}".formatted(UUID.randomUUID(), types))
            .json()
            .path("id")
            .asString();
    UUID material = UUID.randomUUID();
    String rules = rules();
    String fallback = rules.lines().skip(1).findFirst().orElseThrow();
    String policies = fallback.replaceFirst("^[^:]*", "").replaceFirst(" r \\S+", " r " + policy);
    try {
      assertThat(put(rules + "\nm " + material + policies).status()).isEqualTo(204);
      Answer applied = apply("request-policy", material, UUID.randomUUID());
      assertThat(applied.status()).as(applied.toString()).isEqualTo(200);
      assertThat(applied.json().path("requestPolicyId").asString()).isEqualTo(policy);
    } finally {
      put(rules);
    }
  }

  private static String group() {
    String body = "{\"group\": \"%s\"}".formatted(UUID.randomUUID());
    return LIBRARY.client().json("POST", "/groups", body).json().path("id").asString();
  }

  private static Answer put(String text) {
    return LIBRARY
        .client()
        .json(
            "PUT",
            "/circulation/rules",
            JSON.createObjectNode().put("rulesAsText", text).toString());
  }

  private static String rules() {
    return LIBRARY.client().get("/circulation/rules").json().path("rulesAsText").asString();
  }

  @Test
  void followsRulesByLoanTypeLocationAndNegationAtOnce() {
    UUID never = ReferenceData.id("loan-policy", "Not loanable");
    UUID always = ReferenceData.id("loan-policy", "Three weeks");
    String one = group();
    String two = group();
    UUID stacks = ReferenceData.id(ReferenceData.LOCATION, "main/stacks");
    LendingTerms.addRule(
        LIBRARY.client(),
        "g %s\n  t !%s + c %s"
            .formatted(
                one,
                ReferenceData.id("loan-type", "Can circulate"),
                ReferenceData.id("library", "main")),
        never);
    LendingTerms.addRule(LIBRARY.client(), "g %s %s".formatted(two, one), always);
    assertThat(applied(one, UUID.randomUUID(), stacks)).isEqualTo(never.toString());
    assertThat(applied(one, UUID.randomUUID(), UUID.randomUUID())).isEqualTo(always.toString());
    assertThat(applied(one, ReferenceData.id("loan-type", "Can circulate"), stacks))
        .isEqualTo(always.toString());
  }

  private static String applied(String group, UUID loanType, UUID location) {
    return LIBRARY
        .client()
        .get(RULES.formatted("loan-policy", UUID.randomUUID(), loanType, group, location))
        .json()
        .path("loanPolicyId")
        .asString();
  }

  @Test
  void refusesRulesWithLineAndColumnAndKeepsOldOnes() {
    String before = rules();
    Answer refused = put(before + "\nm nothing");
    assertThat(refused.status()).as(refused.toString()).isEqualTo(422);
    assertThat(refused.json().path("line").asInt()).isGreaterThan(2);
    assertThat(refused.json().path("column").asInt()).isEqualTo(3);
    Answer unknown =
        put(
            before.replace(
                ReferenceData.id("notice-policy", "No notices").toString(),
                UUID.randomUUID().toString()));
    assertThat(unknown.status()).as(unknown.toString()).isEqualTo(422);
    assertThat(unknown.body()).contains("The policy n does not exist");
    assertThat(LIBRARY.client().json("PUT", "/circulation/rules", "{}").status()).isEqualTo(422);
    assertThat(
            LIBRARY
                .client()
                .get("/circulation-rules-storage")
                .json()
                .path("rulesAsText")
                .asString())
        .isEqualTo(before);
  }

  @Test
  void rulesOfTwoWritersAreOnesOrTheOthers() throws Exception {
    try (ListsServer server = ListsServer.start();
        ExecutorService writers = Executors.newFixedThreadPool(4)) {
      Library library = Library.of(server);
      String text =
          library.client().get("/circulation/rules").json().path("rulesAsText").asString();
      String policies = text.replaceFirst("(?s)^.*: l", ": l");
      List<Callable<Integer>> writes = new ArrayList<>();
      for (int lines = 1; lines <= 8; lines++) {
        String body =
            JSON.createObjectNode()
                .put("rulesAsText", text + ("\nm " + UUID.randomUUID() + policies).repeat(lines))
                .toString();
        writes.add(() -> library.client().json("PUT", "/circulation/rules", body).status());
      }
      assertThat(writers.invokeAll(writes)).extracting(Future::resultNow).containsOnly(204);
      String last =
          library.client().get("/circulation/rules").json().path("rulesAsText").asString();
      assertThat(
              server.count(
                  "select count(*) from circulation_line l join tenant t on t.id = l.tenant where t.name = 'diku'"))
          .isEqualTo(last.lines().count() - 1);
      assertThat(
              server
                  .client("other")
                  .get("/circulation/rules")
                  .json()
                  .path("rulesAsText")
                  .asString())
          .isEqualTo(text);
    }
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
        "/service-points?limit=2147483648",
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
