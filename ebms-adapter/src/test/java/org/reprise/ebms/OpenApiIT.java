package org.reprise.ebms;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The management API's description is complete. */
class OpenApiIT {
  private final JsonNode api = EbmsServer.shared().client().get("/v3/api-docs").json();

  @Test
  void describesEveryOperation() {
    List<String> operations = new ArrayList<>();
    for (String path : api.get("paths").propertyNames()) {
      for (String method : api.get("paths").get(path).propertyNames()) {
        operations.add(method + " " + path);
      }
    }
    assertThat(operations)
        .containsExactlyInAnyOrder(
            "get /api/v1/agreements",
            "post /api/v1/agreements",
            "post /api/v1/agreements/validate",
            "get /api/v1/agreements/{cpaId}",
            "put /api/v1/agreements/{cpaId}",
            "delete /api/v1/agreements/{cpaId}",
            "get /api/v1/agreements/{cpaId}/certificates",
            "get /api/v1/certificate-mappings",
            "put /api/v1/certificate-mappings",
            "delete /api/v1/certificate-mappings",
            "get /api/v1/events",
            "get /api/v1/inbox",
            "get /api/v1/inbox/{messageId}",
            "get /api/v1/inbox/{messageId}/acknowledgment",
            "get /api/v1/inbox/{messageId}/envelope",
            "get /api/v1/inbox/{messageId}/payloads/{number}",
            "put /api/v1/inbox/{messageId}/processed",
            "get /api/v1/messages",
            "post /api/v1/messages",
            "get /api/v1/messages/{messageId}",
            "get /api/v1/messages/{messageId}/acknowledgment",
            "get /api/v1/messages/{messageId}/attempts",
            "get /api/v1/messages/{messageId}/envelope",
            "get /api/v1/messages/{messageId}/payloads/{number}",
            "post /api/v1/messages/{messageId}/cancel",
            "post /api/v1/messages/{messageId}/hold",
            "post /api/v1/messages/{messageId}/release",
            "post /api/v1/messages/{messageId}/resend",
            "get /api/v1/messages/{messageId}/status-requests",
            "post /api/v1/messages/{messageId}/status-requests",
            "get /api/v1/partners",
            "get /api/v1/partners/paused",
            "post /api/v1/partners/pause",
            "post /api/v1/partners/reset",
            "post /api/v1/partners/resume",
            "post /api/v1/pings",
            "get /api/v1/pings/{messageId}");
  }

  @Test
  void describesErrorsAndSuccesses() {
    for (JsonNode item : api.get("paths")) {
      for (JsonNode operation : item) {
        assertThat(operation.get("responses").propertyNames())
            .contains("401", "503")
            .containsAnyOf("200", "201", "202", "204");
        assertThat(operation.path("summary").asString()).isNotEmpty();
        assertThat(operation.at("/responses/401/content/application~1problem+json").isObject())
            .isTrue();
      }
    }
    JsonNode create = api.get("paths").get("/api/v1/agreements").get("post");
    assertThat(create.at("/requestBody/content").propertyNames())
        .containsExactly("application/xml");
    assertThat(create.get("responses").propertyNames())
        .containsExactlyInAnyOrder("201", "400", "401", "409", "413", "415", "503");
    JsonNode hold = api.get("paths").get("/api/v1/messages/{messageId}/hold").get("post");
    assertThat(hold.get("responses").propertyNames())
        .containsExactlyInAnyOrder("204", "401", "404", "409", "503");
    for (String path :
        List.of(
            "/api/v1/messages",
            "/api/v1/messages/{messageId}/resend",
            "/api/v1/messages/{messageId}/status-requests",
            "/api/v1/pings")) {
      assertThat(api.get("paths").get(path).get("post").get("responses").propertyNames())
          .as(path)
          .contains("202")
          .doesNotContain("200");
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
    assertThat(EbmsServer.shared().client("", "").get(page).status()).isEqualTo(401);
    var answer = EbmsServer.shared().client().get(page);
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.header("Content-Type")).startsWith("text/html");
    assertThat(answer.body()).contains("swagger-initializer.js");
    assertThat(
            EbmsServer.shared()
                .client()
                .get("/v3/api-docs/swagger-config")
                .json()
                .get("url")
                .asString())
        .isEqualTo("/v3/api-docs");
  }
}
