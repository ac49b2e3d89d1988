package org.reprise.trs.oslc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reprise.oslcclient.Documents;
import org.reprise.oslcclient.OslcClient;
import org.reprise.trs.Contents;
import org.reprise.trs.TrsServer;

/** Credentials, errors and headers of all resources. */
class ErrorsIT {
  private static final TrsServer SERVER = TrsServer.shared();

  @Test
  void readinessIsOpenAndNothingElse() {
    OslcClient anonymous = SERVER.client("", "");
    assertThat(anonymous.get("/actuator/health/readiness").status()).isEqualTo(200);
    assertThat(anonymous.get("/actuator/prometheus").status()).isEqualTo(401);
    Documents.error(anonymous.get("/ccm/trs"), 401);
    Documents.error(anonymous.get("/qm/rootservices"), 401);
  }

  @Test
  void apiIsDescribed() {
    String described = SERVER.client().get("/v3/api-docs").body();
    assertThat(described)
        .contains("\"title\":\"trs-feed\"", "/trs", "\"bearer\"", "\"401\"")
        .contains(
            "\"oslc.where\"", "\"oslc_config.context\"", "\"If-Match\"", "\"Idempotency-Key\"");
    assertThat(SERVER.client("", "").get("/v3/api-docs").status()).isEqualTo(401);
  }

  @ParameterizedTest
  @CsvSource({"text/turtle", "application/rdf+xml", "application/ld+json"})
  void errorsAreInAcceptedFormat(String format) {
    OslcClient.Answer answer = SERVER.client().get("/ccm/resource/1234567", "Accept", format);
    assertThat(answer.contentType()).isEqualTo(format);
    assertThat(Documents.error(answer, 404)).contains("1234567");
    OslcClient.Answer anonymous = SERVER.client("nobody", "x").get("/ccm/trs", "Accept", format);
    assertThat(anonymous.contentType()).isEqualTo(format);
    Documents.error(anonymous, 401);
  }

  @Test
  void everyErrorIsAnOslcError() {
    OslcClient client = SERVER.client();
    Documents.error(client.get("/ccm/trs", "Accept", "image/png"), 406);
    Documents.error(
        client.get("/ccm/trs", "Accept", "text/turtle" + ", image/png".repeat(60)), 406);
    Documents.error(client.get("/ccm/trs", "Accept", "text/turtle", "Accept", "no type"), 406);
    Documents.error(client.get("/nowhere"), 404);
    Documents.error(client.get("/am/trs"), 404);
    Documents.error(client.get("/jts/trs"), 404);
    Documents.error(client.get("/ccm/resource/abc"), 400);
    Documents.error(client.get("/ccm/resource/99999999999999999999"), 400);
    Documents.error(client.delete("/ccm/trs"), 405);
    Documents.error(client.get("/qm/component/77"), 404);
    Documents.error(client.get("/ccm/component/1"), 404);
    Documents.error(client.get("/qm/configuration/99999"), 404);
    Documents.error(client.get("/ccm/oslc/projects/77"), 404);
    Documents.error(client.get("/ccm/shapes/testCase"), 404);
  }

  /** A cache must not give one caller the format of another, whatever the status is. */
  @Test
  void everyAnswerHasVary() {
    OslcClient client = SERVER.client();
    OslcClient.Answer created =
        client.post("/ccm/oslc/projects/1/resources", Contents.workItem("Cached"));
    List<OslcClient.Answer> answers =
        List.of(
            created,
            client.get("/ccm/oslc/catalog"),
            client.get("/ccm/trs/base"),
            client.get("/ccm/resource/1234567"),
            client.get("/ccm/trs", "Accept", "image/png"),
            client.delete("/ccm/trs"),
            client.put(created.location(), Contents.workItem("x")),
            SERVER.client("nobody", "x").get("/ccm/trs"));
    assertThat(answers)
        .extracting(OslcClient.Answer::status)
        .containsExactly(201, 200, 303, 404, 406, 405, 428, 401);
    assertThat(answers)
        .allSatisfy(answer ->
            assertThat(String.join(", ", answer.response().headers().allValues("Vary")))
                .as(answer.toString())
                .isEqualTo("Accept, Configuration-Context, OSLC-Core-Version"));
  }

  @Test
  void busyDatabaseReturns503WithOutcome() throws SQLException {
    try (TrsServer server =
            TrsServer.start(
                "--reprise.trs.applications=ccm", "--reprise.database.lock-timeout=200ms");
        Connection other = server.database().connect();
        Statement statement = other.createStatement()) {
      OslcClient client = server.client();
      OslcClient.Answer created =
          client.post("/ccm/oslc/projects/1/resources", Contents.workItem("Locked"));
      other.setAutoCommit(false);
      statement.execute("select id from version for update");
      OslcClient.Answer answer =
          client.put(created.location(), Contents.workItem("Changed"), "If-Match", created.etag());
      assertThat(Documents.error(answer, 503)).contains("nothing was stored");
      assertThat(answer.header("Retry-After")).isNotEmpty();
      other.rollback();
      assertThat(client.get(created.location()).etag()).isEqualTo(created.etag());
    }
  }

  @Test
  void sendsOslcCoreVersion() {
    assertThat(SERVER.client().get("/ccm/trs").header("OSLC-Core-Version")).isEqualTo("3.0");
    assertThat(
            SERVER.client().get("/ccm/trs", "OSLC-Core-Version", "2.0").header("OSLC-Core-Version"))
        .isEqualTo("2.0");
  }

  @Test
  void refusesADocumentOf100MegabytesAndAnswers() {
    long before = SERVER.count("select count(*) from artifact");
    byte[] huge = new byte[100 * 1024 * 1024];
    java.util.Arrays.fill(huge, (byte) ' ');
    byte[] start = Contents.workItem("Huge").getBytes(StandardCharsets.UTF_8);
    System.arraycopy(start, 0, huge, 0, start.length);
    OslcClient.Answer answer =
        SERVER
            .client()
            .send(
                "POST",
                "/ccm/oslc/projects/1/resources",
                huge,
                "Content-Type",
                "text/turtle",
                "Accept",
                "application/rdf+xml");
    Documents.error(answer, 413);
    assertThat(SERVER.count("select count(*) from artifact")).isEqualTo(before);
  }
}
