package org.reprise.lists.circulation;

import java.util.UUID;
import org.reprise.lists.Library;
import org.reprise.lists.ListsClient;
import org.reprise.lists.ListsClient.Answer;
import org.reprise.lists.tenant.ReferenceData;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Loan policies and limits of patron groups that a test makes for itself, by FOLIO's API. */
final class LendingTerms {
  static final String POLICIES = "/loan-policy-storage/loan-policies";
  private static final String CONDITION =
      "/patron-block-conditions/3d7c52dc-c732-4223-8bf8-e5917801386f";
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private LendingTerms() {}

  /**
   * A new patron, to whom items are lent by a policy of its own.
   *
   * @param terms members of the policy that differ from those of the reference data's
   * @return the patron's barcode
   */
  static String patron(Library library, String terms) {
    UUID id = UUID.randomUUID();
    ListsClient client = library.client();
    ObjectNode policy =
        (ObjectNode)
            client.get(POLICIES + "/" + ReferenceData.id("loan-policy", "Three weeks")).json();
    policy.put("id", id.toString()).put("name", id.toString()).remove("_version");
    stored(client.json("POST", POLICIES, merged(policy, terms).toString()));
    String patron = patronOfGroup(library, id);
    addRule(client, "g " + id, id);
    return patron;
  }

  private static String patronOfGroup(Library library, UUID group) {
    stored(
        library
            .client()
            .json("POST", "/groups", "{\"id\": \"%1$s\", \"group\": \"%1$s\"}".formatted(group)));
    String barcode = library.patron();
    String path = "/users/" + library.patronId(barcode);
    ObjectNode user = (ObjectNode) library.client().get(path).json();
    user.put("patronGroup", group.toString());
    changed(library.client().json("PUT", path, user.toString()));
    return barcode;
  }

  /** Changes members of a policy. */
  static void change(Library library, String policy, String terms) {
    String path = POLICIES + "/" + policy;
    JsonNode stored = library.client().get(path).json();
    changed(library.client().json("PUT", path, merged(stored, terms).toString()));
  }

  private static JsonNode merged(JsonNode policy, String terms) {
    return JSON.readerForUpdating(policy.deepCopy()).readValue(terms);
  }

  /** Adds a rule to those that other tests of the server have made. */
  static synchronized void addRule(ListsClient client, String criteria, UUID loanPolicy) {
    String rules = client.get("/circulation/rules").json().path("rulesAsText").asString();
    String fallback = rules.lines().skip(1).findFirst().orElseThrow();
    String policies = fallback.replaceFirst("^.*: l \\S+", ": l " + loanPolicy);
    ObjectNode body =
        JSON.createObjectNode().put("rulesAsText", rules + "\n" + criteria + policies);
    changed(client.json("PUT", "/circulation/rules", body.toString()));
  }

  /** A new patron of a group that borrows some items at most; returns the barcode. */
  static String limited(Library library, int loans) {
    UUID group = UUID.randomUUID();
    String patron = patronOfGroup(library, group);
    ObjectNode condition = (ObjectNode) library.client().get(CONDITION).json();
    condition.put("blockBorrowing", true).put("message", "Too many books").remove("_version");
    changed(library.client().json("PUT", CONDITION, condition.toString()));
    stored(
        library
            .client()
            .json(
                "POST",
                "/patron-block-limits",
                """
                {"patronGroupId": "%s", "conditionId": "%s", "value": %d}\
                """
                    .formatted(group, condition.path("id").asString(), loans)));
    return patron;
  }

  private static void stored(Answer answer) {
    require(answer, 201);
  }

  private static void changed(Answer answer) {
    require(answer, 204);
  }

  private static void require(Answer answer, int status) {
    if (answer.status() != status) {
      throw new IllegalStateException(answer.toString());
    }
  }
}
