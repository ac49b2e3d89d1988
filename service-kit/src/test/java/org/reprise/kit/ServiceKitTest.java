package org.reprise.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.reprise.kit.KitService.basic;
import static org.reprise.kit.KitService.right;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Security, problem details, correlation id, body limit and metrics, as a caller sees them. */
class ServiceKitTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  @SuppressWarnings("NullAway.Init") // before all tests
  private static KitService service;

  @BeforeAll
  static void start() {
    service = KitService.withPassword("--reprise.max-request-body=1MB");
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  private static JsonNode problem(HttpResponse<String> answer, int status) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(answer.headers().firstValue("Content-Type"))
        .hasValueSatisfying(type -> assertThat(type).startsWith("application/problem+json"));
    JsonNode problem = JSON.readTree(answer.body());
    assertThat(problem.get("status").asInt()).isEqualTo(status);
    return problem;
  }

  @Test
  void breaksConnectionWhereResponseFailsAfterItsBeginning() {
    assertThatThrownBy(() -> service.get("/broken", "Authorization", right()))
        .hasRootCauseInstanceOf(IOException.class);
  }

  @Test
  void healthIsOpenWithoutDetails() {
    for (String path :
        new String[] {
          "/actuator/health", "/actuator/health/liveness", "/actuator/health/readiness"
        }) {
      HttpResponse<String> health = service.get(path);
      assertThat(health.statusCode()).isEqualTo(200);
      assertThat(JSON.readTree(health.body()).get("status").asString()).isEqualTo("UP");
      assertThat(health.body()).doesNotContain("components");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/", "/hello", "/no/such/path", "/actuator", "/actuator/prometheus", "/actuator/metrics",
        "/actuator/info", "/actuator/env", "/actuator/healthy", "/error", "/hello/", "/favicon.ico",
        "/pages/hello", "/pages/none", "/forms/token", "/forms/form"
      })
  void everythingElseNeedsCredentials(String path) {
    for (String method : new String[] {"GET", "POST", "DELETE", "OPTIONS"}) {
      HttpResponse<String> answer = service.send(method, path, BodyPublishers.noBody());
      JsonNode problem = problem(answer, 401);
      assertThat(problem.get("title").asString()).isEqualTo("Unauthorized");
      assertThat(answer.headers().firstValue("WWW-Authenticate"))
          .hasValue("Basic realm=\"reprise\", charset=\"UTF-8\"");
      assertThat(answer.headers().firstValue("X-Correlation-Id")).isPresent();
    }
  }

  @Test
  void refusesWrongCredentials() {
    for (String credentials :
        new String[] {
          basic("reprise", "wrong"),
          basic("reprise", ""),
          basic("somebody", KitService.PASSWORD),
          basic("", ""),
          "Basic ",
          "Basic !!!",
          "Basic cmVwcmlzZQ==",
          "Bearer abc",
          "Digest x",
          "nonsense"
        }) {
      problem(service.get("/hello", "Authorization", credentials), 401);
    }
    // A cached match accepts no other password.
    assertThat(service.get("/hello", "Authorization", right()).statusCode()).isEqualTo(200);
    problem(service.get("/hello", "Authorization", basic("reprise", "wrong")), 401);
  }

  @Test
  void servesValidCredentialsWithoutASession() {
    HttpResponse<String> answer = service.get("/hello?name=x", "Authorization", right());

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("hello x");
    assertThat(answer.headers().firstValue("Set-Cookie")).isEmpty();
  }

  @Test
  void answers404ForEndpointsThatAreNotExposed() {
    problem(service.get("/actuator/env", "Authorization", right()), 404);
    problem(service.get("/actuator/heapdump", "Authorization", right()), 404);
  }

  @Test
  void answersProblemsWithTheCorrelationId() {
    JsonNode missing =
        problem(service.get("/none", "Authorization", right(), "X-Correlation-Id", "abc-1"), 404);
    assertThat(missing.get("correlationId").asString()).isEqualTo("abc-1");
    assertThat(problem(service.get("/number?n=x", "Authorization", right()), 400).toString())
        .contains("'n'");
    assertThat(problem(service.get("/number", "Authorization", right()), 400).toString())
        .contains("'n'");
    problem(service.send("PUT", "/hello", BodyPublishers.noBody(), "Authorization", right()), 405);
    JsonNode failure = problem(service.get("/failure", "Authorization", right()), 500);
    assertThat(failure.toString()).doesNotContain("secret").contains("correlation id");
    assertThat(failure.get("correlationId").asString()).isNotBlank();
  }

  /**
   * A misspelt one would be ignored; where a controller does not say so, others are let through.
   */
  @Test
  void rejectsUnknownParametersOfAnnotatedControllers() {
    for (String path : new String[] {"/known?frist=2", "/known?first=2&one=3", "/known?x"}) {
      assertThat(problem(service.get(path, "Authorization", right()), 400).toString())
          .contains("known: first, second");
    }
    assertThat(problem(service.get("/none-known?a=1", "Authorization", right()), 400).toString())
        .contains("'a'", "known: none");
    assertThat(service.get("/known?second=b&f%69rst=2&", "Authorization", right()).body())
        .isEqualTo("2 b");
    assertThat(service.get("/hello?other=x", "Authorization", right()).statusCode()).isEqualTo(200);
  }

  @Test
  void keepsValidCorrelationIdOfTheCaller() {
    assertThat(correlation("0af-7651:x_y.Z")).isEqualTo("0af-7651:x_y.Z");
    for (String bad : new String[] {"a b", "ä", "<script>", "x".repeat(65), ""}) {
      assertThat(correlation(bad)).isNotEqualTo(bad).matches("[0-9a-f-]{36}");
    }
    assertThat(service.get("/actuator/health").headers().firstValue("X-Correlation-Id"))
        .hasValueSatisfying(id -> assertThat(id).matches("[0-9a-f-]{36}"));
  }

  private static String correlation(String sent) {
    return service
        .get("/actuator/health", "X-Correlation-Id", sent)
        .headers()
        .firstValue("X-Correlation-Id")
        .orElse("");
  }

  @Test
  void limitsDeclaredAndStreamedBodies() {
    byte[] fits = new byte[1024 * 1024];
    byte[] tooLong = new byte[fits.length + 1];
    assertThat(
            service
                .send("POST", "/length", BodyPublishers.ofByteArray(fits), "Authorization", right())
                .body())
        .isEqualTo("1048576");
    for (byte[] body : new byte[][] {tooLong, new byte[20 * fits.length]}) {
      JsonNode declared =
          problem(
              service.send(
                  "POST", "/length", BodyPublishers.ofByteArray(body), "Authorization", right()),
              413);
      assertThat(declared.get("detail").asString()).contains("1048576");
      problem(
          service.send(
              "POST",
              "/length",
              BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body)),
              "Authorization",
              right()),
          413);
    }
  }

  @Test
  void metricsNameTheApplication() {
    service.get("/hello", "Authorization", right());

    HttpResponse<String> metrics = service.get("/actuator/prometheus", "Authorization", right());

    assertThat(metrics.statusCode()).isEqualTo(200);
    assertThat(metrics.body().lines().filter(line -> line.startsWith("jvm_")))
        .isNotEmpty()
        .allMatch(line -> line.contains("application=\"kit-test\""));
    assertThat(metrics.body().lines().filter(line -> line.startsWith("http_server_requests")))
        .anyMatch(line -> line.contains("uri=\"/hello\""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/hello;x=1", "//hello", "/hello%2F", "/%2e%2e/hello", "/hello%00"})
  void refusesDeceptivePaths(String path) {
    for (HttpResponse<String> answer :
        List.of(service.get(path, "Authorization", right()), service.get(path))) {
      assertThat(answer.statusCode()).isEqualTo(400);
    }
  }

  @Test
  void returns503WhileDatabaseIsDown() throws Exception {
    HttpResponse<String> answer = service.get("/sql-failure?state=08006", "Authorization", right());
    JsonNode problem = problem(answer, 503);
    assertThat(answer.headers().firstValue("Retry-After")).hasValue("5");
    assertThat(problem.get("title").asString()).isEqualTo("Service Unavailable");
    assertThat(problem.get("detail").asString()).contains("Read, then try again");
    assertThat(problem.get("correlationId").asString())
        .isEqualTo(answer.headers().firstValue("X-Correlation-Id").orElseThrow());
  }

  @Test
  void distinguishesBadTextFromOurFaults() throws Exception {
    problem(service.get("/sql-failure?state=22021", "Authorization", right()), 400);
    HttpResponse<String> answer = service.get("/sql-failure?state=23505", "Authorization", right());
    assertThat(problem(answer, 500).get("detail").asString()).contains("its log says more");
    assertThat(answer.body()).doesNotContain("as the database says");
  }
}
