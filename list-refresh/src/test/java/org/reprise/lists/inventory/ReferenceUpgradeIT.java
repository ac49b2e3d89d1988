package org.reprise.lists.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.reprise.lists.ListsClient;
import org.reprise.lists.ListsServer;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestDatabase;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What was stored before reference records had an API. */
class ReferenceUpgradeIT {
  private static final String ROWS =
      """
      insert into tenant (name) values ('diku');
      insert into library select id, @1, 'main', 'main' from tenant;
      insert into location select id, @2, @1, 'stacks', 'stacks' from tenant;
      insert into material_type select id, @3, 'dvd' from tenant;
      insert into patron_group select id, @4, 'readers', 2 from tenant;
      insert into patron_group select id, @5, 'Readers', null from tenant;
      insert into service_point select id, @5, 'Desk', 'desk', false from tenant;
      insert into loan_policy select id, @6, 'Weeks', true, 14, true, 1, 'SYSTEM_DATE', false, null, 3 from tenant;
      insert into loan_policy select id, @7, 'Never', false, 1 from tenant;
      insert into request_policy select id, @8, 'Holds', array['Hold'] from tenant;
      insert into notice_policy select id, @9, 'None' from tenant;
      insert into circulation_rule select id, @1, null, null, @6, @8, @9 from tenant;
      insert into circulation_rule select id, @2, @3, @4, @6, @8, @9 from tenant;
      insert into circulation_rule select id, @3, @3, null, @7, @8, @9 from tenant;
      insert into app_user (tenant, id, last_name, patron_group_id) select id, @1, 'Reader', @4 from tenant;
      insert into patron_block (tenant, id, user_id, description, borrowing, renewals, requests, expiration_date)
      select id, @1, @1, 'Owes', true, false, false, '2099-01-01T12:00:00+02' from tenant\
      """;

  private static String id(int number) {
    return "00000000-0000-4000-8000-00000000000" + number;
  }

  @Test
  void keepsRulesPoliciesLimitsAndBlocks() {
    Database database = TestDatabase.freshDatabase();
    Flyway.configure()
        .dataSource(database.jdbcUrl(), database.username(), database.password())
        .target("24")
        .load()
        .migrate();
    database.execute(ROWS.replaceAll("@(\\d)", "'00000000-0000-4000-8000-00000000000$1'"));
    try (ListsServer server = ListsServer.start(database)) {
      ListsClient client = server.client();
      ObjectNode rules = (ObjectNode) client.get("/circulation/rules").json();
      assertThat(policy(client, id(3), id(4))).isEqualTo(id(6));
      assertThat(policy(client, id(3), id(5))).isEqualTo(id(7));
      assertThat(policy(client, id(5), id(5))).isEqualTo(id(6));
      assertThat(client.json("PUT", "/circulation/rules", rules.toString()).status())
          .isEqualTo(204);
      assertThat(policy(client, id(3), id(4))).isEqualTo(id(6));
      assertThat(policy(client, id(3), id(5))).isEqualTo(id(7));
      assertThat(policy(client, id(5), id(5))).isEqualTo(id(6));
      String path = "/loan-policy-storage/loan-policies/" + id(6);
      JsonNode policy = client.get(path).json();
      assertThat(policy.at("/loansPolicy/period/duration").asInt()).isEqualTo(14);
      assertThat(policy.at("/renewalsPolicy/numberAllowed").asInt()).isEqualTo(1);
      assertThat(policy.at("/renewalsPolicy/unlimited").asBoolean(true)).isFalse();
      assertThat(policy.at("/requestManagement/recalls/recallReturnInterval/duration").asInt())
          .isEqualTo(3);
      assertThat(policy.at("/requestManagement/recalls").has("minimumGuaranteedLoanPeriod"))
          .isFalse();
      assertThat(client.json("PUT", path, policy.toString()).status()).isEqualTo(204);
      assertThat(client.get("/patron-block-limits").json().at("/patronBlockLimits/0/value").asInt())
          .isEqualTo(2);
      assertThat(
              client
                  .get("/patron-block-conditions?query=blockBorrowing==true")
                  .json()
                  .path("totalRecords")
                  .asInt())
          .isOne();
      JsonNode block = client.get("/manualblocks").json().at("/manualblocks/0");
      assertThat(block.path("desc").asString()).isEqualTo("Owes");
      assertThat(block.path("expirationDate").asString()).startsWith("2099-01-01T10:00:00");
      JsonNode user = client.get("/users/" + id(1)).json();
      assertThat(user.at("/personal/lastName").asString()).isEqualTo("Reader");
      assertThat(client.json("PUT", "/users/" + id(1), user.toString()).status()).isEqualTo(204);
      assertThat(client.get("/locations/" + id(2)).json().path("libraryId").asString())
          .isEqualTo(id(1));
      assertThat(
              client
                  .get("/service-points?query=pickupLocation==false")
                  .json()
                  .path("totalRecords")
                  .asInt())
          .isOne();
    }
  }

  private static String policy(ListsClient client, String materialType, String group) {
    return client
        .get(
            "/circulation/rules/loan-policy?item_type_id=%s&patron_type_id=%s&loan_type_id=%s&location_id=%s"
                .formatted(materialType, group, id(1), id(2)))
        .json()
        .path("loanPolicyId")
        .asString();
  }
}
