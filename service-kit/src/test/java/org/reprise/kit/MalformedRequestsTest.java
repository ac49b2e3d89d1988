package org.reprise.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reprise.kit.KitService.right;

import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Requests that are wrong before a controller sees them get the service's own error form. */
class MalformedRequestsTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  @SuppressWarnings("NullAway.Init") // before all tests
  private static KitService service;

  @BeforeAll
  static void start() {
    service = KitService.withPassword();
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  private static RawHttp.Answer send(String line, String... headers) throws IOException {
    StringBuilder request = new StringBuilder(line + "\r\n");
    for (String header : headers) {
      request.append(header).append("\r\n");
    }
    return RawHttp.send(service.port(), request + "\r\n");
  }

  private static RawHttp.Answer authorized(String line, String... headers) throws IOException {
    String[] all = new String[headers.length + 3];
    System.arraycopy(headers, 0, all, 0, headers.length);
    all[headers.length] = "Host: a";
    all[headers.length + 1] = "Connection: close";
    all[headers.length + 2] = "Authorization: " + right();
    return send(line, all);
  }

  private static void assertProblem(RawHttp.Answer answer, int status) {
    assertThat(answer.status()).as(answer.toString()).isEqualTo(status);
    assertThat(answer.head()).contains("application/problem+json").doesNotContain("Server:");
    JsonNode problem = JSON.readTree(answer.body());
    assertThat(problem.get("status").asInt()).isEqualTo(status);
    assertThat(problem.get("title").asString()).isNotBlank();
    assertThat(problem.get("detail").asString()).isNotBlank();
    assertThat(answer.body()).doesNotContain("Tomcat", "Exception", "org.apache", "at java");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /hello%2Fx HTTP/1.1",
        "GET /hello%00 HTTP/1.1",
        "GET /hello%ff HTTP/1.1",
        "GET /hello%zz HTTP/1.1",
        "GET /hello% HTTP/1.1",
        "GET /hello\\x HTTP/1.1",
        "GET /hello?name=%ff HTTP/1.1",
        "GET /hello?name=%C3 HTTP/1.1",
        "GET /hello?name=%C3x HTTP/1.1",
        "GET /hello?name=%ED%A0%80 HTTP/1.1",
        "GET /hello?name=100% HTTP/1.1",
        "GET /hello?name=%zz HTTP/1.1",
        "GET /hello?%ff=x HTTP/1.1",
        "GET /hello?unused=%f HTTP/1.1",
        "GET /hello?name=a{b HTTP/1.1",
        "GET /hello?name=a b HTTP/1.1",
        "G@T /hello HTTP/1.1",
        "FOO /hello HTTP/1.1",
        "GET hello HTTP/1.1",
      })
  void rejectsMalformedRequestLines(String line) throws IOException {
    assertProblem(authorized(line), 400);
  }

  @Test
  void acceptsProperlyEncodedRequests() throws IOException {
    assertThat(authorized("GET /hello?name=%C3%BC%F0%9F%98%80%25+x HTTP/1.1").body())
        .contains("hello ü😀% x");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Content-Length: -1         | 400
          Content-Length: x          | 400
          Transfer-Encoding: unknown | 501
          Bad Header: x              | 400
          : x                        | 400
          Expect: more               | 417
          """)
  void refusesMalformedHeaders(String header, int status) throws IOException {
    assertProblem(authorized("POST /length HTTP/1.1", header), status);
  }

  @Test
  void refusesRequestsWithoutOneHost() throws IOException {
    assertProblem(send("GET /hello HTTP/1.1", "Connection: close"), 400);
    assertProblem(send("GET /hello HTTP/1.1", "Host: a", "Host: b", "Connection: close"), 400);
    assertProblem(send("GET /hello HTTP/9.9", "Host: a", "Connection: close"), 505);
  }

  @Test
  void refusesOverlongRequests() throws IOException {
    assertProblem(authorized("GET /hello?name=" + "x".repeat(20_000) + " HTTP/1.1"), 400);
    assertProblem(authorized("GET /hello HTTP/1.1", "X: " + "x".repeat(20_000)), 400);
  }

  @Test
  void refusesUnknownMethods() throws IOException {
    assertProblem(authorized("TRACE /hello HTTP/1.1"), 405);
    assertProblem(authorized("CONNECT a:1 HTTP/1.1"), 501);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "*/*",
        "application/*",
        "nonsense",
        "/",
        "text/plain; charset=nine",
        "text/plain; charset=\"   \"",
        "application/json; charset=",
        "multipart/form-data; boundary=\"",
      })
  void answers415ForWildcardContentTypes(String type) throws IOException {
    assertProblem(
        authorized("POST /length HTTP/1.1", "Content-Type: " + type, "Content-Length: 0"), 415);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a=%ff", "a=%zz", "a=%", "%ff=b"})
  void refusesMalformedForms(String form) throws IOException {
    String head =
        "POST /form HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: "
            + right()
            + "\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: "
            + form.length();
    assertProblem(RawHttp.send(service.port(), head + "\r\n\r\n" + form), 400);
  }

  /**
   * As curl sends it where no type is named: its first line is taken for the name of a parameter.
   */
  @Test
  void refusesDocumentsThatAreSentAsForms() throws IOException {
    String document = "{\n\"a\": 1}";
    String head =
        "POST /length HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: "
            + right()
            + "\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: "
            + document.length();
    assertProblem(RawHttp.send(service.port(), head + "\r\n\r\n" + document), 400);
  }

  @Test
  void refusesLongForms() throws IOException {
    String form = "a=" + "b".repeat(70_000);
    String head =
        "POST /form HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: "
            + right()
            + "\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: "
            + form.length();
    assertProblem(RawHttp.send(service.port(), head + "\r\n\r\n" + form), 413);
  }

  @Test
  void refusesBrokenChunks() throws IOException {
    for (String body : new String[] {"zz\r\nabc\r\n", "5\r\nab", "5\r\nabcdefgh\r\n0\r\n\r\n"}) {
      String head =
          "POST /length HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: "
              + right()
              + "\r\nContent-Type: application/octet-stream\r\nTransfer-Encoding: chunked";
      assertProblem(RawHttp.send(service.port(), head + "\r\n\r\n" + body), 400);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"nonsense", "text/plain;q=x", "/", "image/png"})
  void answers406ForAcceptThatCannotBeMet(String accept) throws IOException {
    RawHttp.Answer answer = authorized("GET /number?n=1 HTTP/1.1", "Accept: " + accept);

    assertProblem(answer, 406);
  }

  @Test
  void answersBrowsersWithProblemsToo() throws IOException {
    assertProblem(authorized("GET /none HTTP/1.1", "Accept: text/html"), 404);
    assertProblem(authorized("GET /hello%2F HTTP/1.1", "Accept: text/html"), 400);
  }
}
