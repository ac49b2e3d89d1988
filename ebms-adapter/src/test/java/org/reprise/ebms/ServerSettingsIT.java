package org.reprise.ebms;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.reprise.ebms.EbmsClient.Answer;
import org.reprise.localstack.process.FreePort;

/**
 * Settings that other tests leave as they are, together on one server: a port of its own for the
 * management API, so that partners reach the message handler alone; one local party; and errors of
 * content that are answered with 200.
 */
class ServerSettingsIT {
  @SuppressWarnings("NullAway.Init") // before all tests
  private static EbmsServer server;

  @SuppressWarnings("NullAway.Init") // before all tests
  private static EbmsClient management;

  @BeforeAll
  static void start() throws Exception {
    int port = FreePort.loopback();
    server =
        EbmsServer.start(
            "--reprise.ebms.management.port=" + port,
            "--reprise.ebms.local-parties=urn:osb:oin:" + Cpas.BETA,
            "--reprise.ebms.error-status=200");
    management =
        new EbmsClient("http://127.0.0.1:" + port, EbmsServer.USERNAME, EbmsServer.PASSWORD);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static void agree(Cpas cpa) {
    Answer answer = management.xml("POST", "/api/v1/agreements", cpa.xml());
    assertThat(answer.status()).as(answer.toString()).isEqualTo(201);
  }

  @Test
  void servesManagementOnItsOwnPortOnly() {
    agree(Cpas.named("ports/two").synchronous());
    // Slashes pass through as on the first port.
    assertThat(management.get("/api/v1/agreements/ports%2Ftwo").status()).isEqualTo(200);
    for (String path :
        List.of(
            "/api/v1/agreements",
            "/v3/api-docs",
            "/swagger-ui/index.html",
            "/actuator/health",
            "/ebms-admin",
            "/pages.css")) {
      assertThat(management.get(path).status()).as(path).isEqualTo(200);
      Answer refused = server.client().get(path);
      assertThat(refused.status()).as(path).isEqualTo(404);
      assertThat(refused.header("Content-Type"))
          .startsWith(path.startsWith("/ebms-admin") ? "text/html" : "application/problem+json");
    }
    assertThat(server.client().get("/ebms/../api/v1/agreements").status()).isNotEqualTo(200);
    String ping = Messages.ping("ports/two", Messages.freshId());
    assertThat(server.client().message(ping).status()).isEqualTo(200);
    for (String path : List.of("/ebms", "/%65bms", "/ebms;x=1")) {
      assertThat(management.xml("POST", path, ping).status()).as(path).isEqualTo(404);
    }
    assertThat(management.message(ping).status()).isEqualTo(404);
    assertThat(management.get("/api/v1/nothing").status()).isEqualTo(404);
  }

  @Test
  void answersErrorOfContentWith200() {
    agree(Cpas.named("report-200").acknowledgingInResponse());
    Answer answer =
        server.client().message(Messages.bestEffortOrder("report-200", Messages.freshId(), "", ""));
    assertThat(answer.status()).isEqualTo(200);
    assertThat(ReceivingIT.error(answer).code()).isEqualTo("Inconsistent");
    assertThat(answer.body()).contains("MessageError").doesNotContain("soap:Fault");
    assertThat(answer.header("Connection")).isEmpty();
    // What could not be read is no error of its content. Tomcat closes such a connection.
    Answer unreadable = server.client().message("<broken");
    assertThat(unreadable.status()).isEqualTo(400);
    assertThat(unreadable.header("Connection")).isEqualTo("close");
  }

  @Test
  void receivesForLocalPartiesOnly() {
    agree(Cpas.named("local").synchronous());
    String ping = Messages.ping("local", Messages.freshId());
    Answer pong = server.client().message(ping);
    assertThat(pong.envelope().errorList()).as(pong.toString()).isNull();
    String reverse =
        Messages.envelope(
            Messages.header(
                Cpas.BETA,
                Cpas.ALPHA,
                "local",
                "urn:oasis:names:tc:ebxml-msg:service",
                "Ping",
                Messages.freshId(),
                ""),
            "");
    Answer refused = server.client().message(reverse);
    assertThat(ReceivingIT.error(refused).code()).isEqualTo("ValueNotRecognized");
    assertThat(refused.body()).contains("is not served here");
  }

  @Test
  void sendsForLocalPartiesOnly() {
    agree(Cpas.named("whose").alphaAt(server.ebms()).betaAt(server.ebms()));
    Answer message =
        management.json("POST", "/api/v1/messages", EbmsClient.order("whose", "whose@x"));
    Answer ping =
        management.json(
            "POST",
            "/api/v1/pings",
            "{\"cpaId\": \"whose\", \"fromPartyId\": \"%s\", \"toPartyId\": \"%s\"}"
                .formatted(Cpas.ALPHA, Cpas.BETA));
    for (Answer answer : List.of(message, ping)) {
      assertThat(answer.status()).as(answer.toString()).isEqualTo(400);
      assertThat(answer.json().get("detail").asString()).contains("not served", "local-parties");
    }
    assertThat(management.get("/api/v1/messages/whose@x").status()).isEqualTo(404);
  }
}
