package org.reprise.lists;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** The API's description is complete. */
class OpenApiIT {
  private final JsonNode api = ListsServer.shared().client().get("/v3/api-docs").json();

  @Test
  void describesTheCallsOfServiceDesks() {
    List<String> operations = new ArrayList<>();
    for (String path : api.get("paths").propertyNames()) {
      for (String method : api.get("paths").get(path).propertyNames()) {
        operations.add(method + " " + path);
      }
    }
    assertThat(operations)
        .contains(
            "get /inventory/items",
            "get /inventory/items/{id}",
            "put /inventory/items/{id}",
            "post /inventory/items",
            "delete /inventory/items/{id}",
            "get /item-storage/items",
            "post /item-storage/items",
            "put /item-storage/items/{id}",
            "get /holdings-storage/holdings",
            "post /holdings-storage/holdings",
            "get /holdings-storage/holdings/{id}",
            "put /holdings-storage/holdings/{id}",
            "get /inventory/instances",
            "post /inventory/instances",
            "post /instance-storage/instances",
            "put /instance-storage/instances/{id}",
            "delete /instance-storage/instances/{id}",
            "get /inventory/instances/{id}",
            "get /locations",
            "get /locations/{id}",
            "get /users",
            "post /users",
            "get /users/{id}",
            "get /groups",
            "get /groups/{id}",
            "get /automated-patron-blocks/{userId}",
            "get /manualblocks",
            "post /manualblocks",
            "delete /manualblocks/{id}",
            "get /service-points",
            "get /service-points/{id}",
            "get /loan-policy-storage/loan-policies",
            "get /loan-policy-storage/loan-policies/{id}",
            "put /loan-policy-storage/loan-policies/{id}",
            "post /material-types",
            "delete /location-units/libraries/{id}",
            "get /patron-block-conditions",
            "post /patron-block-limits",
            "get /circulation/rules",
            "put /circulation/rules",
            "get /circulation/rules/{kind}-policy",
            "post /circulation/check-out-by-barcode",
            "post /circulation/check-in-by-barcode",
            "post /circulation/renew-by-barcode",
            "post /circulation/renew-by-id",
            "get /circulation/loans",
            "get /circulation/loans/{id}",
            "put /circulation/loans/{id}",
            "post /circulation/loans/{id}/change-due-date",
            "post /circulation/loans/{id}/declare-item-lost",
            "post /circulation/loans/{id}/claim-item-returned",
            "get /circulation/requests",
            "post /circulation/requests",
            "get /circulation/requests/{id}",
            "put /circulation/requests/{id}",
            "delete /circulation/requests/{id}",
            "get /check-in-storage/check-ins");
  }

  @Test
  void everyOperationNamesTenantAndErrors() {
    for (JsonNode item : api.get("paths")) {
      for (JsonNode operation : item) {
        List<String> parameters = new ArrayList<>();
        operation.get("parameters").forEach(one -> parameters.add(one.get("name").asString()));
        assertThat(parameters)
            .contains("X-Okapi-Tenant")
            .doesNotContain("tenant", "caller", "criteria")
            .noneMatch(name -> name.contains("SIZES"));
        assertThat(operation.get("responses").propertyNames())
            .contains("400", "401", "503")
            .containsAnyOf("200", "201", "204");
      }
    }
    JsonNode checkOut = api.get("paths").get("/circulation/check-out-by-barcode").get("post");
    assertThat(checkOut.get("responses").propertyNames())
        .containsExactlyInAnyOrder("201", "400", "401", "422", "503");
    List<String> search = new ArrayList<>();
    api.at("/paths/~1users/get/parameters").forEach(one -> search.add(one.get("name").asString()));
    assertThat(search).contains("query", "offset", "limit");
  }

  private JsonNode properties(JsonNode schema) {
    String reference = schema.path("$ref").asString("");
    return (reference.isEmpty() ? schema : api.at(reference.substring(1))).get("properties");
  }

  private JsonNode answered(String path) {
    return properties(
        api.at("/paths/%s/get/responses/200/content".formatted(path.replace("/", "~1")))
            .iterator()
            .next()
            .get("schema"));
  }

  @Test
  void namesSchemasWithoutPackagesAndOuterTypes() {
    assertThat(api.at("/components/schemas").propertyNames())
        .contains("ListView", "Loan", "LoanItem", "RequestedItem", "Item", "JobLogPage")
        .allMatch(name -> name.matches("[A-Z][A-Za-z]+"));
  }

  @Test
  void distinguishesTypesOfSimilarNames() {
    JsonNode ofLoan = properties(answered("/circulation/loans/{id}").get("item"));
    JsonNode ofRequest = properties(answered("/circulation/requests/{id}").get("item"));
    assertThat(ofLoan.propertyNames()).contains("title", "callNumber");
    assertThat(ofRequest.propertyNames()).containsExactly("barcode");
    assertThat(answered("/metadata-provider/jobExecutions").propertyNames())
        .contains("jobExecutions");
    assertThat(answered("/lists").propertyNames()).contains("content", "totalPages");
  }

  @ParameterizedTest
  @CsvSource({
    "/loan-policy-storage/loan-policies, LoanPolicy, loansPolicy, object",
    "/service-points, ServicePoint, shelvingLagTime, integer",
    "/manualblocks, PatronBlock, borrowing, boolean",
    "/patron-block-limits, PatronBlockLimit, conditionId, string",
  })
  void describesEachKindThatAnAdministratorSetsUp(
      String path, String name, String member, String type) {
    String one = path.replace("/", "~1") + "~1{id}";
    JsonNode read = api.at("/paths/%s/get/responses/200/content".formatted(one));
    JsonNode sent = api.at("/paths/%s/put/requestBody/content".formatted(one));
    for (JsonNode content : List.of(read, sent)) {
      JsonNode schema = content.iterator().next().get("schema");
      assertThat(schema.path("$ref").asString()).endsWith("/" + name);
      assertThat(properties(schema).propertyNames()).contains("id", "metadata");
      assertThat(properties(schema).at("/%s/type".formatted(member)).asString()).isEqualTo(type);
      assertThat(properties(schema).has("group")).isFalse();
    }
  }

  @Test
  void everyReferenceHasATarget() {
    for (JsonNode reference : api.findValues("$ref")) {
      assertThat(api.at(reference.asString().substring(1)).isMissingNode())
          .as(reference.asString())
          .isFalse();
    }
  }

  @Test
  void refusesSwaggerUiWithoutCredentials() {
    String page = "/swagger-ui/index.html";
    assertThat(ListsServer.shared().client().anonymous().get(page).status()).isEqualTo(401);
    var answer = ListsServer.shared().client().get(page);
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.header("Content-Type")).startsWith("text/html");
    assertThat(answer.body()).contains("swagger-initializer.js");
    assertThat(
            ListsServer.shared()
                .client()
                .get("/v3/api-docs/swagger-config")
                .json()
                .get("url")
                .asString())
        .isEqualTo("/v3/api-docs");
  }
}
