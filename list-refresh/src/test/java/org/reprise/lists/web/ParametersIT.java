package org.reprise.lists.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.reprise.lists.ListsClient;
import org.reprise.lists.ListsClient.Answer;
import org.reprise.lists.ListsServer;
import org.reprise.lists.MadeLists;
import tools.jackson.databind.JsonNode;

/** Every parameter of every read, with unusual values: answered or refused, never 500. */
class ParametersIT {
  private static final ListsServer SERVER = ListsServer.shared();
  private static final ListsClient CLIENT = SERVER.client();
  private static final String LIST =
      new MadeLists(CLIENT).make("parameters", "{\"item_barcode\": {\"$eq\": \"none\"}}");

  private static final List<String> VALUES =
      List.of(
          "",
          ",",
          ",,",
          " ",
          "null",
          "true",
          "-1",
          "0",
          "1",
          "1.5",
          "2147483647",
          "2147483648",
          "99999999999999999999",
          "1-1-1-1-1",
          "a,b",
          UUID.randomUUID().toString(),
          "\0",
          "\uFFFF",
          "100%",
          "'",
          "\"",
          "\\",
          "*",
          "cql.allRecords=1",
          "id==",
          "2026-01-01T00:00:00Z",
          "2026-02-30T00:00:00Z",
          "+300000-01-01T00:00:00Z",
          "x".repeat(2_000));

  static Stream<String> reads() {
    JsonNode paths = CLIENT.get("/v3/api-docs").json().get("paths");
    return List.copyOf(paths.propertyNames()).stream()
        .filter(path -> paths.get(path).has("get"))
        .flatMap(path -> requests(path, paths.get(path).get("get")).stream());
  }

  private static List<String> requests(String template, JsonNode operation) {
    String path =
        template.startsWith("/lists/{id}")
            ? template.replace("/lists/{id}", LIST)
            : template.replaceAll("\\{\\w+}", UUID.randomUUID().toString());
    List<String> all = new ArrayList<>();
    for (JsonNode parameter : operation.get("parameters")) {
      if (parameter.get("in").asString().equals("query")) {
        all.add(path.replaceAll("\\{\\w+}", "1") + "?" + parameter.get("name").asString() + "=");
      }
    }
    if (template.contains("{")) {
      all.add(template.substring(0, template.indexOf('{')));
    }
    return all;
  }

  @ParameterizedTest
  @MethodSource("reads")
  void takesOrRefusesEveryParameterValue(String start) {
    List<String> failed = new ArrayList<>();
    for (String value : VALUES) {
      String request = start + URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
      for (String again :
          start.contains("?") ? List.of("", "&" + start.replaceAll(".*\\?", "")) : List.of("")) {
        Answer answer = CLIENT.get(request + again);
        if (!isAnswerOrRefusal(answer, start.contains("?"))) {
          failed.add(request + again + " -> " + answer);
        }
      }
    }
    assertThat(failed).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"/lists?ids=100&ids=200", "/entity-types?ids=100&ids=200"})
  void refusalShowsEachOfSeveralValues(String path) {
    Answer answer = CLIENT.get(path);
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.json().at("/parameters/0/value").asString()).contains("100", "200");
  }

  @Test
  void blankInATimeIsAPlusSign() {
    Answer answer = CLIENT.get("/lists?updatedAsOf=2024-01-01T00:00:00+01:00");
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
  }

  // Parts of paths may be refused before the service sees them.
  private static boolean isAnswerOrRefusal(Answer answer, boolean inForm) {
    return switch (answer.status()) {
      case 200 -> true;
      case 400, 404 ->
          !inForm
              || answer
                  .json()
                  .propertyNames()
                  .containsAll(List.of("message", "code", "parameters"));
      default -> false;
    };
  }

  @ParameterizedTest
  @CsvSource({
    "/lists?ids=%2C",
    "/lists?ids=1-1-1-1-1",
    "/lists/1-1-1-1-1",
    "/lists?entityTypeIds=%2C",
    "/entity-types?ids=%2C",
    "/metadata-provider/jobExecutions?statusAny=%2C",
    "/lists?ids[0]=x",
    "/lists?active=maybe",
    "/lists?updatedAsOf=%2B300000-01-01T00:00:00Z",
    "/lists?updatedAsOf=0000-01-01T00:00:00Z",
    "/lists?offset=x",
    "/lists?search=%00",
  })
  void refusesInvalidParameterValues(String path) {
    Answer answer = CLIENT.get(path.replace("[", "%5B").replace("]", "%5D"));
    assertThat(answer.status()).as(answer.toString()).isEqualTo(400);
    assertThat(answer.code()).isIn("read-invalid.request", "search-invalid.request");
    assertThat(answer.json().get("parameters")).isNotEmpty();
    assertThat(answer.body()).doesNotContain("Exception", "java.", "org.");
  }
}
