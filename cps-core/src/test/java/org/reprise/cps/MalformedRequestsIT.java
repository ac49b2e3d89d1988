package org.reprise.cps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reprise.cps.CpsClient.anchor;

import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reprise.cps.CpsClient.Answer;

/** Whoever refuses a request, the error has ONAP CPS's form. */
class MalformedRequestsIT {
  private static final CpsServer SERVER = CpsServer.shared();

  private static void assertError(Answer answer, int status) {
    assertThat(answer.status()).as(answer.toString()).isEqualTo(status);
    assertThat(answer.contentType()).startsWith("application/json");
    assertThat(answer.json().propertyNames()).containsExactly("status", "message", "details");
    assertThat(answer.json().get("status").asString()).startsWith(status + " ");
    assertThat(answer.json().get("message").asString()).isNotBlank();
    assertThat(answer.json().get("details").asString()).isNotBlank();
    assertThat(answer.body()).doesNotContain("Exception", "org.", "Tomcat");
  }

  @ParameterizedTest
  @CsvSource({
    "/cps/api/v2/dataspaces/d/anchors/a/node?xpath=%ff, 400",
    "/cps/api/v2/dataspaces/d/anchors/a/node?unknown=%ff, 400",
    "/cps/api/v2/dataspaces/d%2Fe/anchors, 400",
    "/cps/api/v2/dataspaces/d%00e/anchors, 400",
    "/cps/api/v2/dataspaces/d%ffe/anchors, 400",
    "/cps/api/v2//dataspaces, 400",
    "/cps/api/v2/dataspaces;a=b/d, 400",
    "/cps/api/v9/none, 404",
  })
  void refusesMalformedPathsAndQueries(String path, int status) {
    assertError(SERVER.client().get(path), status);
  }

  @ParameterizedTest
  @CsvSource({"*/*", "application/*", "nonsense"})
  void answers415ForWildcardContentTypes(String type) {
    for (String method : new String[] {"POST", "PUT", "PATCH"}) {
      assertError(
          SERVER
              .client()
              .send(
                  method,
                  anchor("v2", "d", "a") + "/nodes",
                  BodyPublishers.ofString("{}"),
                  "Content-Type",
                  type),
          415);
    }
  }

  @ParameterizedTest
  @CsvSource({"GET, 400", "TRACE, 405", "FOO, 400"})
  void answersTomcatsRefusalsInTheErrorShape(String method, int status) {
    String path = method.equals("GET") ? "/cps?x=" + "x".repeat(20_000) : "/cps/api/v2/dataspaces";
    assertError(SERVER.client().send(method, path, BodyPublishers.noBody()), status);
  }

  @ParameterizedTest
  @CsvSource({"'', ''", "tester, wrong"})
  void answers401InTheErrorShape(String username, String password) {
    assertError(SERVER.client(username, password).get("/cps/api/v2/dataspaces/d/anchors"), 401);
  }
}
