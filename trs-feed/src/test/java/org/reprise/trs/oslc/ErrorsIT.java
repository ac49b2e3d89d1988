package org.reprise.trs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.localstack.testing.TestDatabase;
import org.reprise.oslcclient.Documents;
import org.reprise.oslcclient.OslcClient;

/** Behaviour of the whole service: credentials, errors, settings, roles. */
class ServiceIT {
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
    assertThat(described).contains("\"title\":\"trs-feed\"", "/trs", "\"bearer\"", "\"401\"");
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
  void feedsHaveSegmentsAndPagesOfAThousandByDefault() {
    assertThat(
            SERVER.count(
                "select count(*) from feed where segment_size = 1000 and page_size = 1000"))
        .isEqualTo(3);
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

  @Test
  void servesConfiguredApplicationsOnly() {
    try (TrsServer qm = TrsServer.start("--reprise.trs.applications=qm")) {
      assertThat(qm.client().get("/qm/trs").status()).isEqualTo(200);
      Documents.error(qm.client().get("/ccm/trs"), 404);
      Documents.error(qm.client().send("POST", "/jts/authenticate", new byte[0]), 404);
      assertThat(qm.count("select count(*) from application")).isEqualTo(1);
    }
  }

  @Test
  void refusesToStartWithAnotherBaseUri() {
    assertThatThrownBy(() ->
            TrsServer.start(SERVER.database(), "--reprise.trs.base-uri=http://elsewhere:1").close())
        .satisfies(thrown ->
            assertThat(messages(thrown)).contains("reprise.trs.base-uri", SERVER.baseUri()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--reprise.trs.applications=",
        "--reprise.trs.applications=gc",
        "--reprise.trs.base-uri=somewhere",
        "--reprise.trs.base-uri=http://host/path",
        "--reprise.trs.base-uri=",
        "--reprise.trs.projects=0",
        "--reprise.trs.feed.segment-size=0",
        "--reprise.trs.feed.publish-interval=0s",
        "--reprise.trs.feed.publish-interval=20s",
        "--reprise.trs.feed.delete-after=100000d",
        "--reprise.trs.feed.fold-after=-1s",
        "--reprise.trs.authentication.base-uri=elsewhere",
        "--reprise.trs.global-configurations.base-uri=http://host/gc",
        "--reprise.trs.global-configurations.base-uri=http://host:70000",
        "--reprise.trs.global-configurations.base-uri=http://user:secret@host",
        "--reprise.trs.global-configurations.timeout=0s",
        "--reprise.trs.global-configurations.connect-timeout=20s",
        "--reprise.trs.global-configurations.at-once=0",
        "--reprise.trs.global-configurations.max-document=0B",
        "--reprise.trs.global-configurations.open-duration=0s",
      })
  void invalidSettingStopsStartUpAndIsNamed(String setting) {
    String name = setting.substring(2, setting.indexOf('='));
    assertThatThrownBy(() -> TrsServer.start(TestDatabase.freshDatabase(), setting).close())
        .satisfies(thrown -> assertThat(messages(thrown)).contains(name));
  }

  private static String messages(Throwable thrown) {
    StringBuilder all = new StringBuilder();
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      all.append(cause.getMessage()).append('\n');
    }
    return all.toString();
  }
}
