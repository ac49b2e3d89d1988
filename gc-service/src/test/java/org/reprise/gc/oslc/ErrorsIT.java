package org.reprise.gc.oslc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.gc.Configs;
import org.reprise.gc.GcClient;
import org.reprise.gc.GcServer;
import org.reprise.gc.Plant;
import org.reprise.oslcclient.Documents;

/** Errors of OSLC, and requests that are rejected. */
class ErrorsIT {
  private static final GcServer SERVER = GcServer.shared();

  @ParameterizedTest
  @CsvSource({"text/turtle", "application/rdf+xml", "application/ld+json"})
  void errorsAreInAcceptedFormats(String format) {
    GcClient.Answer answer = SERVER.client().get("/gc/configuration/1234567", "Accept", format);
    assertThat(answer.contentType()).isEqualTo(format);
    assertThat(Documents.error(answer, 404)).contains("1234567");
  }

  @Test
  void everyErrorIsAnOslcError() {
    GcClient client = SERVER.client();
    Documents.error(client.get("/nowhere"), 404);
    Documents.error(client.get("/gc/component/987654"), 404);
    Documents.error(client.get("/gc/component/abc"), 404);
    Documents.error(client.get("/gc/component/987654/configurations"), 404);
    Documents.error(client.get("/gc/configuration/987654/baselines"), 404);
    Documents.error(client.get("/gc/configuration/987654/streams"), 404);
    Documents.error(client.get("/gc/configuration/987654/selections"), 404);
    Documents.error(client.get("/gc/activity/987654"), 404);
    Documents.error(client.delete("/gc/component"), 405);
    Documents.error(client.get("/gc/component", "Accept", "image/png"), 406);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/gc/search?q=a&q=b",
        "/gc/search?q=a&type=stream&type=baseline",
        "/gc/search?q=a&page=1&page=2",
        "/gc/resolve?context=a&component=b&component=c",
        "/gc/resolve?context=a",
        "/gc/component?after=1&after=2",
      })
  void rejectsParameterWithSeveralValues(String path) {
    Documents.error(SERVER.client().get(path), 400);
  }

  /** A resource has one address: what is no plain number is the id of none. */
  @Test
  void idsArePlainNumbers() {
    GcClient client = SERVER.client();
    Plant plant = new Plant(SERVER);
    var stream = plant.stream("Of one address");
    long last = stream.id();
    long component = stream.component();
    for (String alias : List.of("0x%x", "0%d", "+%d", "-%d", "%%20%d", "%d%%20", "%%23%x")) {
      Documents.error(client.get("/gc/configuration/" + alias.formatted(last)), 404);
      Documents.error(client.get("/gc/configuration/" + alias.formatted(last) + "/baselines"), 404);
      Documents.error(
          client.send("POST", "/gc/configuration/" + alias.formatted(last) + "/staging", null),
          404);
      Documents.error(client.delete("/gc/component/" + alias.formatted(component)), 404);
      assertThat(client.get("/gc/web/configuration/" + alias.formatted(last)).status())
          .isEqualTo(404);
    }
    assertThat(client.get("/gc/configuration/" + last).status()).isEqualTo(200);
    Documents.error(client.get("/gc/configuration/99999999999999999999"), 404);
  }

  @Test
  void refusesADocumentOf100MegabytesAndAnswers() {
    Configs configs = new Configs(SERVER);
    String stream = configs.stream("Huge");
    long before = configs.rows();
    byte[] huge = new byte[100 * 1024 * 1024];
    Arrays.fill(huge, (byte) ' ');
    byte[] start = Configs.document("Huge", List.of()).getBytes(StandardCharsets.UTF_8);
    System.arraycopy(start, 0, huge, 0, start.length);
    Documents.error(
        SERVER.client().send("PUT", stream, huge, "Content-Type", "text/turtle", "If-Match", "*"),
        413);
    assertThat(configs.rows()).isEqualTo(before);
  }

  @Test
  void busyDatabaseIsReportedWithOutcome() throws SQLException {
    try (GcServer server = GcServer.start("--reprise.database.lock-timeout=200ms");
        Connection other = server.database().connect();
        Statement statement = other.createStatement()) {
      Configs configs = new Configs(server);
      String stream = configs.stream("Locked");
      String etag = server.client().get(stream).etag();
      other.setAutoCommit(false);
      statement.execute("select id from configuration for update");
      GcClient.Answer answer = configs.put(stream, List.of(), "*");
      assertThat(Documents.error(answer, 503)).contains("nothing was stored");
      assertThat(answer.header("Retry-After")).isNotEmpty();
      other.rollback();
      assertThat(server.client().get(stream).etag()).isEqualTo(etag);
    }
  }
}
