package org.reprise.ebms;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.ebms.EbmsClient.Answer;

/**
 * A refused request is answered by a problem (RFC 9457), at the messages' endpoint by an ErrorList.
 */
class MalformedRequestsIT {
  private static final EbmsServer SERVER = EbmsServer.shared();

  private static void assertProblem(Answer answer, int status) {
    assertThat(answer.status()).as(answer.toString()).isEqualTo(status);
    assertThat(answer.header("Content-Type")).startsWith("application/problem+json");
    assertThat(answer.json().get("status").asInt()).isEqualTo(status);
    assertThat(answer.json().get("detail").asString()).isNotBlank();
    assertThat(answer.body()).doesNotContain("Exception", "org.", "Tomcat");
  }

  @ParameterizedTest
  @CsvSource({
    "/api/v1/messages?state=%ff, 400",
    "/api/v1/messages?unknown=100%25%ff, 400",
    "/api/v1/agreements/a%00, 400",
    "/api/v1/agreements/a%ff, 400",
    "/api/v1/agreements/..%2F, 404",
    "/api/v1//agreements, 400",
    "/api/v1/agreements/a;b, 400",
    "/api/v1/none, 404",
  })
  void refusesMalformedPathsAndQueries(String path, int status) {
    assertProblem(SERVER.client().get(path), status);
  }

  @ParameterizedTest
  @ValueSource(strings = {"*/*", "text/*", "nonsense", "application/xml; charset=nine"})
  void answers415ForWildcardContentTypes(String type) {
    assertProblem(
        SERVER
            .client()
            .send(
                "POST",
                "/api/v1/agreements",
                BodyPublishers.ofString("<a/>"),
                "Content-Type",
                type),
        415);
    Answer message =
        SERVER.client().message(type, Messages.ping("a", "a@b").getBytes(StandardCharsets.UTF_8));
    assertThat(message.status()).as(message.toString()).isIn(400, 415, 500);
    assertThat(message.envelope().errorList()).isNotNull();
  }

  @Test
  void answersTomcatsRefusalsInTheErrorShape() {
    assertProblem(SERVER.client().get("/api/v1/messages?x=" + "x".repeat(20_000)), 400);
    assertProblem(SERVER.client().send("TRACE", "/api/v1/messages", BodyPublishers.noBody()), 405);
    assertProblem(SERVER.client("", "").get("/api/v1/messages"), 401);
  }
}
