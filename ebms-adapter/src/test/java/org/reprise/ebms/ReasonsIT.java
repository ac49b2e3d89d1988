package org.reprise.ebms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.reprise.ebms.EbmsClient.Answer;
import org.reprise.localstack.process.FreePort;
import tools.jackson.databind.JsonNode;

/** The detail of a failed message or Ping holds what the partner said. */
class ReasonsIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final EbmsServer SERVER = EbmsServer.shared();
  private static final EbmsClient CLIENT = SERVER.client();
  private static final byte[] FAULT =
      """
      <S:Envelope xmlns:S="http://schemas.xmlsoap.org/soap/envelope/"><S:Body><S:Fault>
      <faultcode>S:Client</faultcode><faultstring>the warehouse
      burned down</faultstring></S:Fault></S:Body></S:Envelope>
      """
          .getBytes(StandardCharsets.UTF_8);

  private static String send(String cpaId, String... more) {
    String id = Messages.freshId();
    Answer answer = CLIENT.json("POST", "/api/v1/messages", EbmsClient.order(cpaId, id, more));
    assertThat(answer.status()).as(answer.toString()).isEqualTo(202);
    return id;
  }

  private static String detail(String path) {
    JsonNode detail = CLIENT.get(path).json().get("detail");
    return detail == null ? "" : detail.asString();
  }

  private static JsonNode attempts(String id) {
    return CLIENT.get("/api/v1/messages/" + id + "/attempts").json().get("attempts");
  }

  /** As if it were over; a moment that is soon could come before the tries. */
  private static void endTimeToLive(String id) throws SQLException {
    try (Connection connection = SERVER.database().connect();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "update delivery set expires_at = now() where message_id = '%s'".formatted(id));
    }
  }

  private static String ping(EbmsClient client, String cpaId) {
    Answer answer =
        client.json(
            "POST",
            "/api/v1/pings",
            "{\"cpaId\": \"%s\", \"fromPartyId\": \"%s\", \"toPartyId\": \"%s\"}"
                .formatted(cpaId, Cpas.ALPHA, Cpas.BETA));
    assertThat(answer.status()).as(answer.toString()).isEqualTo(202);
    return "/api/v1/pings/" + answer.json().get("messageId").asString();
  }

  private static void awaitState(EbmsClient client, String path, String state) {
    await()
        .atMost(LIMIT)
        .untilAsserted(
            () -> assertThat(client.get(path).json().get("state").asString()).isEqualTo(state));
  }

  @Test
  void keepsFaultOfPartner() {
    try (Partner beta = Partner.behaving((n, message) -> new Partner.Reply(500, FAULT))) {
      SERVER.agree(Cpas.named("why-fault").retries(3, "PT1H").betaAt(beta.endpoint()));
      String id = send("why-fault");
      MessagingIT.awaitState(CLIENT, id, "failed");
      assertThat(detail("/api/v1/messages/" + id)).contains("500", "the warehouse burned down");
      String ping = ping(CLIENT, "why-fault");
      awaitState(CLIENT, ping, "failed");
      assertThat(detail(ping)).contains("500", "the warehouse burned down");
    }
  }

  @Test
  void treatsFaultWithStatus200AsError() {
    try (Partner beta = Partner.behaving((n, message) -> new Partner.Reply(200, FAULT))) {
      SERVER.agree(
          Cpas.named("why-200").reliable("never").retries(3, "PT1H").betaAt(beta.endpoint()));
      String id = send("why-200");
      MessagingIT.awaitState(CLIENT, id, "failed");
      assertThat(detail("/api/v1/messages/" + id)).contains("the warehouse burned down");
    }
  }

  @Test
  void reportsUnknownAgreementAsReason() {
    SERVER.agree(Cpas.named("why-unknown").retries(3, "PT1H").betaAt(EbmsServer.narrow().ebms()));
    String ping = ping(CLIENT, "why-unknown");
    awaitState(CLIENT, ping, "failed");
    assertThat(detail(ping)).contains("ValueNotRecognized", "why-unknown");
    String id = send("why-unknown");
    MessagingIT.awaitState(CLIENT, id, "failed");
    assertThat(detail("/api/v1/messages/" + id)).contains("ValueNotRecognized", "why-unknown");
  }

  @Test
  void listsAttemptsAndKeepsLastReason() throws Exception {
    try (Partner beta = Partner.answering(n -> n == 2 ? 503 : 204)) {
      SERVER.agree(Cpas.named("why-tries").retries(2000, "PT0.3S").betaAt(beta.endpoint()));
      String taken = send("why-tries");
      await().atMost(LIMIT).until(() -> attempts(taken).size() >= 3);
      JsonNode tries = attempts(taken);
      assertThat(tries.get(0).get("number").asInt()).isEqualTo(1);
      assertThat(tries.get(0).get("taken").asBoolean()).isTrue();
      assertThat(tries.get(0).has("detail")).isFalse();
      assertThat(Instant.parse(tries.get(0).get("at").asString())).isBefore(Instant.now());
      assertThat(tries.get(1).get("taken").asBoolean()).isFalse();
      assertThat(tries.get(1).get("detail").asString()).contains("503");
      endTimeToLive(taken);
      MessagingIT.awaitState(CLIENT, taken, "expired");
      assertThat(detail("/api/v1/messages/" + taken))
          .contains("TimeToLive", "The partner took the last try");
    }
    assertThat(CLIENT.get("/api/v1/messages/no@x/attempts").status()).isEqualTo(404);
  }

  @Test
  void keepsLastReasonAfterExpiry() throws Exception {
    try (Partner beta = Partner.answering(n -> 503)) {
      SERVER.agree(Cpas.named("why-late").retries(100, "PT1H").betaAt(beta.endpoint()));
      String id = send("why-late");
      await().atMost(LIMIT).until(() -> !attempts(id).isEmpty());
      endTimeToLive(id);
      MessagingIT.awaitState(CLIENT, id, "expired");
      assertThat(detail("/api/v1/messages/" + id)).contains("TimeToLive", "503");
    }
  }

  @Test
  void keepsLastHundredAttempts() throws Exception {
    try (Partner beta = Partner.willing()) {
      SERVER.agree(Cpas.named("why-many").retries(5000, "PT0.2S").betaAt(beta.endpoint()));
      String id = send("why-many");
      await().atMost(LIMIT).until(() -> !attempts(id).isEmpty());
      try (Connection connection = SERVER.database().connect();
          Statement statement = connection.createStatement()) {
        statement.execute(
            """
            with one as (update message set attempts = attempts + 150 where message_id = '%1$s'
              returning id, attempts)
            insert into attempt (message, number, taken)
            select id, attempts - n, true from one, generate_series(1, 120) n
            on conflict do nothing\
            """
                .formatted(id));
      }
      await()
          .atMost(LIMIT)
          .untilAsserted(() -> assertThat(attempts(id)).hasSizeLessThanOrEqualTo(100));
      // Or it would be sent for minutes, at last to a partner of another test.
      endTimeToLive(id);
      MessagingIT.awaitState(CLIENT, id, "expired");
    }
  }

  @Test
  void doesNotSendBestEffortMessageAfterTimeToLive() {
    SERVER.agree(
        Cpas.named("why-gone")
            .reliable("never")
            .betaAt("http://127.0.0.1:" + FreePort.lasting() + "/partner/ebms"));
    String id;
    int seconds = 3;
    do {
      // Longer each time, until the machine is fast enough for a try.
      seconds *= 2;
      id = send("why-gone", "\"timeToLive\": \"" + Instant.now().plusSeconds(seconds) + "\"");
      MessagingIT.awaitState(CLIENT, id, "expired");
    } while (attempts(id).isEmpty() && seconds < 300);
    assertThat(detail("/api/v1/messages/" + id)).contains("TimeToLive", "Last try");
  }

  @Test
  void failsPingWithoutPong() throws Exception {
    try (Partner beta = Partner.willing();
        Connection connection = SERVER.database().connect();
        Statement statement = connection.createStatement()) {
      SERVER.agree(Cpas.named("why-silent").betaAt(beta.endpoint()).alphaAt(SERVER.ebms()));
      String ping = ping(CLIENT, "why-silent");
      // As if the time for an answer were over, which is five minutes.
      statement.execute(
          "update signal_request set sent_at = sent_at - interval '5 minutes' where request_id = '%s'"
              .formatted(ping.substring(ping.lastIndexOf('/') + 1)));
      awaitState(CLIENT, ping, "failed");
      assertThat(CLIENT.get(ping).json().get("detail").asString()).contains("No Pong", "300000ms");
      String pong =
          Messages.signal(
                  "why-silent",
                  Messages.freshId(),
                  "Pong",
                  "<e:RefToMessageId>"
                      + ping.substring(ping.lastIndexOf('/') + 1)
                      + "</e:RefToMessageId>",
                  "",
                  "")
              .replace(Cpas.ALPHA, "x")
              .replace(Cpas.BETA, Cpas.ALPHA)
              .replace(">x<", ">" + Cpas.BETA + "<");
      assertThat(SERVER.client("", "").message(pong).status()).isEqualTo(204);
      assertThat(CLIENT.get(ping).json().get("state").asString())
          .as("a late Pong tells more")
          .isEqualTo("answered");
    }
  }
}
