package org.reprise.cps;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.reprise.cps.CpsClient.Answer;
import tools.jackson.databind.JsonNode;

/** The API's description is complete and true to what the other tests see. */
class OpenApiIT {
  private static final Pattern PATH_PARAMETER = Pattern.compile("\\{(\\w+)}");
  private static final String ANCHOR = "/dataspaces/{dataspace}/anchors/{anchor}";
  private static final List<String> OPERATIONS =
      List.of(
          "POST /v1/dataspaces",
          "POST /v2/dataspaces",
          "DELETE /{version}/dataspaces",
          "GET /{version}/admin/dataspaces",
          "GET /{version}/admin/dataspaces/{dataspace}",
          "POST /{version}/admin/dataspaces/{dataspace}/actions/clean",
          "POST /v1/dataspaces/{dataspace}/anchors",
          "POST /v2/dataspaces/{dataspace}/anchors",
          "GET /{version}/dataspaces/{dataspace}/anchors",
          "GET /{version}" + ANCHOR,
          "DELETE /{version}" + ANCHOR,
          "POST /v1/dataspaces/{dataspace}/schema-sets",
          "POST /v2/dataspaces/{dataspace}/schema-sets",
          "GET /{version}/dataspaces/{dataspace}/schema-sets",
          "GET /{version}/dataspaces/{dataspace}/schema-sets/{schemaSet}",
          "DELETE /{version}/dataspaces/{dataspace}/schema-sets/{schemaSet}",
          "GET /v1" + ANCHOR + "/node",
          "GET /v2" + ANCHOR + "/node",
          "GET /v3" + ANCHOR + "/node",
          "POST /{version}" + ANCHOR + "/nodes",
          "PATCH /{version}" + ANCHOR + "/nodes",
          "PUT /{version}" + ANCHOR + "/nodes",
          "DELETE /{version}" + ANCHOR + "/nodes",
          "POST /{version}" + ANCHOR + "/list-nodes",
          "PUT /{version}" + ANCHOR + "/list-nodes",
          "DELETE /{version}" + ANCHOR + "/list-nodes",
          "GET /v1" + ANCHOR + "/nodes/query",
          "GET /v2" + ANCHOR + "/nodes/query",
          "POST /v2" + ANCHOR + "/nodes/query",
          "GET /v2/dataspaces/{dataspace}/nodes/query",
          "GET /v2" + ANCHOR + "/delta",
          "POST /v2" + ANCHOR + "/delta",
          "POST /v2" + ANCHOR + "/applyChangesInDeltaReport",
          "GET /v2/notification-subscription",
          "POST /v2/notification-subscription",
          "DELETE /v2/notification-subscription");

  @SuppressWarnings("NullAway.Init") // before all tests
  private static JsonNode api;

  private record Described(String method, String path, JsonNode operation) {
    @Override
    public String toString() {
      return method + " " + path.substring("/cps/api".length());
    }

    Set<String> names(String in) {
      Set<String> names = new TreeSet<>();
      operation
          .path("parameters")
          .forEach(parameter -> {
            if (parameter.get("in").asString().equals(in)) {
              names.add(parameter.get("name").asString());
            }
          });
      return names;
    }

    JsonNode response(int status) {
      return operation.get("responses").path(String.valueOf(status));
    }
  }

  @BeforeAll
  static void read() {
    Answer answer = CpsServer.shared().client().get("/v3/api-docs");
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.contentType()).isEqualTo("application/json");
    api = answer.json();
  }

  private static List<Described> operations() {
    List<Described> operations = new ArrayList<>();
    for (String path : api.get("paths").propertyNames()) {
      JsonNode item = api.get("paths").get(path);
      for (String method : item.propertyNames()) {
        operations.add(
            new Described(method.toUpperCase(java.util.Locale.ROOT), path, item.get(method)));
      }
    }
    return operations;
  }

  @Test
  void descriptionNeedsCredentials() {
    for (String path : new String[] {"/v3/api-docs", "/v3/api-docs.yaml", "/swagger-ui.html"}) {
      assertThat(CpsServer.shared().client("", "").get(path).status()).isEqualTo(401);
    }
    assertThat(CpsServer.shared().client().get("/v3/api-docs.yaml").body()).contains("openapi:");
  }

  @Test
  void describesEveryOperation() {
    assertThat(operations())
        .extracting(Described::toString)
        .containsExactlyInAnyOrderElementsOf(OPERATIONS);
  }

  @Test
  void operationIdsAreUnique() {
    Set<String> names = new HashSet<>();
    for (Described described : operations()) {
      String name = described.operation().get("operationId").asString();
      assertThat(name).matches("[a-z][A-Za-z0-9]+");
      assertThat(names.add(name)).as(name).isTrue();
    }
    assertThat(names).contains("postDataspacesAnchorsNodes", "getDataspacesAnchorsNodeV3");
  }

  @Test
  void parametersOfPathsAreDescribed() {
    for (Described described : operations()) {
      Set<String> inPath = new TreeSet<>();
      Matcher parameter = PATH_PARAMETER.matcher(described.path());
      while (parameter.find()) {
        inPath.add(parameter.group(1));
      }
      assertThat(described.names("path")).as(described.toString()).isEqualTo(inPath);
      assertThat(described.names("header")).as(described.toString()).isEmpty();
    }
    assertThat(api.toString()).contains("\"enum\":[\"v1\",\"v2\"]").doesNotContain("v1|v2");
  }

  @Test
  void errorsAreDescribed() {
    for (Described described : operations()) {
      for (int status : new int[] {400, 503}) {
        assertThat(
                described.response(status).at("/content/application~1json/schema/$ref").asString())
            .as(described + " " + status)
            .isEqualTo("#/components/schemas/ErrorMessage");
      }
      assertThat(described.response(401).at("/content/application~1json").isObject())
          .as(described.toString())
          .isTrue();
    }
    assertThat(api.at("/components/schemas/ErrorMessage/properties").propertyNames())
        .containsExactlyInAnyOrder("status", "message", "details");
  }

  @Test
  void successesAreDescribed() {
    for (Described described : operations()) {
      String[] success =
          switch (described.method()) {
            case "POST" ->
                described.path().matches(".*(clean|query|delta|nodes)")
                    ? new String[] {"200", "201", "204"}
                    : new String[] {"201"};
            case "DELETE" -> new String[] {"204"};
            default -> new String[] {"200"};
          };
      assertThat(described.operation().get("responses").propertyNames())
          .as(described.toString())
          .containsAnyOf(success);
    }
    for (String version : new String[] {"v2", "v3"}) {
      JsonNode read = api.get("paths").get("/cps/api/" + version + ANCHOR + "/node").get("get");
      assertThat(read.at("/responses/200/content").propertyNames())
          .containsExactly("application/json", "application/xml");
      assertThat(read.at("/responses/404").isObject()).isTrue();
      assertThat(read.at("/responses/406").isObject()).isTrue();
    }
    JsonNode create = api.get("paths").get("/cps/api/{version}" + ANCHOR + "/nodes").get("post");
    assertThat(create.at("/requestBody/content").propertyNames())
        .containsExactly("application/json", "application/xml");
    JsonNode patch = api.get("paths").get("/cps/api/{version}" + ANCHOR + "/nodes").get("patch");
    assertThat(patch.get("responses").propertyNames())
        .containsExactlyInAnyOrder("200", "400", "401", "404", "413", "415", "503");
    assertThat(create.get("responses").propertyNames())
        .containsExactlyInAnyOrder("200", "201", "400", "401", "409", "413", "415", "503");
  }

  @Test
  void credentialsAreDescribed() {
    assertThat(api.at("/components/securitySchemes/basic/scheme").asString()).isEqualTo("basic");
    assertThat(api.at("/components/securitySchemes/bearer/scheme").asString()).isEqualTo("bearer");
    assertThat(api.get("security").size()).isEqualTo(2);
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
    assertThat(CpsServer.shared().client("", "").get(page).status()).isEqualTo(401);
    var answer = CpsServer.shared().client().get(page);
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.contentType()).startsWith("text/html");
    assertThat(answer.body()).contains("swagger-initializer.js");
    assertThat(
            CpsServer.shared()
                .client()
                .get("/v3/api-docs/swagger-config")
                .json()
                .get("url")
                .asString())
        .isEqualTo("/v3/api-docs");
  }

  @Test
  void redirectsFromThePathOfTheOriginal() {
    Answer moved = CpsServer.shared().client().get("/api-docs/cps-core/openapi.yaml");

    assertThat(moved.status()).isEqualTo(302);
    String location = moved.response().headers().firstValue("Location").orElseThrow();
    assertThat(location).endsWith("/v3/api-docs.yaml");
    assertThat(CpsServer.shared().client().get("/v3/api-docs.yaml").body()).contains("openapi: ");
  }
}
