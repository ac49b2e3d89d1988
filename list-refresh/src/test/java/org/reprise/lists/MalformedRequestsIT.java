package org.reprise.lists;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.lists.ListsClient.Answer;

/** Whoever refuses a request, the error has FOLIO's form. */
class MalformedRequestsIT {
  private static final ListsServer SERVER = ListsServer.shared();

  private static void assertError(Answer answer, int status) {
    assertThat(answer.status()).as(answer.toString()).isEqualTo(status);
    assertThat(answer.header("Content-Type")).startsWith("application/json");
    assertThat(answer.json().propertyNames()).containsExactly("message", "code", "parameters");
    assertThat(answer.json().get("message").asString()).isNotBlank();
    assertThat(answer.code()).isNotBlank();
    assertThat(answer.body()).doesNotContain("Exception", "org.", "Tomcat");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/lists?search=%FF",
        "/lists?unknown=%C3",
        "/lists/a%2Fb",
        "/lists/a%00b",
        "/lists/a%ffb",
        "/lists//x",
        "/lists;a=b",
      })
  void refusesMalformedPathsAndQueries(String path) {
    assertError(SERVER.client().get(path), 400);
  }

  @ParameterizedTest
  @ValueSource(strings = {"*/*", "application/*", "nonsense", "application/json; charset=nine"})
  void answers415ForWildcardContentTypes(String type) {
    assertError(SERVER.client().send("POST", "/lists", BodyPublishers.ofString("{}"), type), 415);
  }

  @Test
  void answersTomcatsRefusalsInTheErrorShape() {
    assertError(SERVER.client().get("/lists?x=" + "x".repeat(20_000)), 400);
    assertError(SERVER.client().send("TRACE", "/lists", BodyPublishers.noBody(), ""), 405);
    assertError(SERVER.client().anonymous().get("/lists"), 401);
  }
}
