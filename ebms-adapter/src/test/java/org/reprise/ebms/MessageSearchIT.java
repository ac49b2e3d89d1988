package org.reprise.ebms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.ebms.EbmsClient.Answer;
import org.reprise.ebms.envelope.Content;
import org.reprise.ebms.envelope.Envelope;
import org.reprise.ebms.envelope.EnvelopeWriter;
import org.reprise.ebms.envelope.MessageHeader;
import org.reprise.ebms.envelope.MessageStatus;
import org.reprise.ebms.envelope.Signal;
import tools.jackson.databind.JsonNode;

/** Messages are found, read, sent again and asked after. */
class MessageSearchIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final EbmsServer SERVER = EbmsServer.shared();
  private static final EbmsClient CLIENT = SERVER.client();

  private static String send(String cpaId, String... more) {
    String id = Messages.freshId();
    Answer answer = CLIENT.json("POST", "/api/v1/messages", EbmsClient.order(cpaId, id, more));
    assertThat(answer.status()).as(answer.toString()).isEqualTo(202);
    return id;
  }

  private static List<String> ids(String path, Map<String, String> query) {
    StringBuilder all = new StringBuilder(path).append("?limit=1000");
    query.forEach((name, value) ->
        all.append('&')
            .append(name)
            .append('=')
            .append(URLEncoder.encode(value, StandardCharsets.UTF_8)));
    Answer answer = CLIENT.get(all.toString());
    assertThat(answer.status()).as(all + " " + answer).isEqualTo(200);
    List<String> ids = new ArrayList<>();
    answer.json().get("messages").forEach(one -> ids.add(one.get("messageId").asString()));
    return ids;
  }

  @Test
  void findsMessagesByEachFilter() {
    SERVER.agree(Cpas.named("find-a").alphaAt(SERVER.ebms()).betaAt(SERVER.ebms()));
    SERVER.agree(Cpas.named("find-b").alphaAt(SERVER.ebms()).betaAt(SERVER.ebms()));
    String one = send("find-a", "\"conversationId\": \"find it\"");
    String other = send("find-b");
    MessagingIT.awaitState(CLIENT, one, "delivered");
    MessagingIT.awaitState(CLIENT, other, "delivered");
    Instant created =
        Instant.parse(CLIENT.get("/api/v1/messages/" + one).json().get("createdAt").asString());
    for (String path : List.of("/api/v1/messages", "/api/v1/inbox")) {
      assertThat(ids(path, Map.of("cpaId", "find-a"))).containsExactly(one);
      assertThat(ids(path, Map.of("conversationId", "find it"))).containsExactly(one);
      for (String party : List.of(Cpas.ALPHA, "urn:osb:oin:" + Cpas.ALPHA)) {
        assertThat(ids(path, Map.of("cpaId", "find-b", "fromPartyId", party)))
            .containsExactly(other);
        assertThat(ids(path, Map.of("cpaId", "find-b", "toPartyId", party))).isEmpty();
      }
      assertThat(ids(path, Map.of("cpaId", "find-b", "fromPartyId", "urn:osb:oin"))).isEmpty();
      assertThat(ids(path, Map.of("cpaId", "find-a", "service", "orders", "action", "order")))
          .containsExactly(one);
      assertThat(ids(path, Map.of("cpaId", "find-a", "action", "invoice"))).isEmpty();
      assertThat(ids(path, Map.of("cpaId", "find-a", "service", "bills"))).isEmpty();
      assertThat(
              ids(
                  path,
                  Map.of("cpaId", "find-a", "createdBefore", created.minusSeconds(60).toString())))
          .isEmpty();
      assertThat(
              ids(
                  path,
                  Map.of(
                      "cpaId",
                      "find-a",
                      "createdFrom",
                      created.minusSeconds(60).toString(),
                      "createdBefore",
                      created.plusSeconds(60).toString())))
          .containsExactly(one);
    }
    assertThat(ids("/api/v1/messages", Map.of("cpaId", "find-a", "state", "failed"))).isEmpty();
  }

  @Test
  void findsNothingFromAYearThatTheDatabaseHasNot() {
    for (String year : List.of("%2B999999999", "-999999999")) {
      Answer later =
          CLIENT.get(
              "/api/v1/messages?createdFrom=%2B999999999-01-01T00:00:00Z&createdBefore="
                  + year
                  + "-01-02T00:00:00Z");
      assertThat(later.status()).as(later.toString()).isEqualTo(200);
      assertThat(later.json().get("messages")).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api/v1/messages?cpaid=x",
        "/api/v1/messages?state=failed&limt=3",
        "/api/v1/inbox?messageId=x",
        "/api/v1/events?state=x",
        "/api/v1/agreements?cpaId=x",
        "/api/v1/messages/no@x?copy=2",
        "/api/v1/pings/no@x?state=sent",
        "/api/v1/messages?createdFrom=yesterday",
        "/api/v1/messages?limit=many",
        "/api/v1/messages?after=x",
        "/api/v1/inbox/no@x?copy=one"
      })
  void refusesInvalidSearches(String path) {
    Answer answer = CLIENT.get(path);
    assertThat(answer.status()).as(answer.toString()).isEqualTo(400);
    assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
  }

  @Test
  void readsPayloadsOfSentMessages() {
    try (Partner beta = Partner.willing()) {
      SERVER.agree(Cpas.named("find-payload").betaAt(beta.endpoint()));
      String id = Messages.freshId();
      byte[] payload = "<order/>".getBytes(StandardCharsets.UTF_8);
      CLIENT.form("/api/v1/messages", EbmsClient.order("find-payload", id), payload);
      Answer answer = CLIENT.get("/api/v1/messages/" + id + "/payloads/1");
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.response().body()).isEqualTo(payload);
      assertThat(answer.header("Content-Type")).isEqualTo("application/x-test");
      assertThat(answer.header("Content-Disposition")).isEqualTo("attachment");
      for (String number : List.of("0", "2")) {
        assertThat(CLIENT.get("/api/v1/messages/" + id + "/payloads/" + number).status())
            .isEqualTo(404);
      }
    }
  }

  @Test
  void resendsFailedMessageAsNewMessage() {
    try (Partner beta =
        Partner.behaving((n, message) ->
            n == 1
                ? Partner.Reply.of(404)
                : new Partner.Reply(200, RetriesIT.acknowledgment(message.header())))) {
      SERVER.agree(Cpas.named("find-again").retries(3, "PT1H").betaAt(beta.endpoint()));
      String id = Messages.freshId();
      byte[] payload = "<order/>".getBytes(StandardCharsets.UTF_8);
      CLIENT.form(
          "/api/v1/messages",
          EbmsClient.order("find-again", id, "\"conversationId\": \"again\""),
          payload);
      MessagingIT.awaitState(CLIENT, id, "failed");
      Answer answer = CLIENT.json("POST", "/api/v1/messages/" + id + "/resend", "");
      assertThat(answer.status()).as(answer.toString()).isEqualTo(202);
      String again = answer.json().get("messageId").asString();
      assertThat(again).isNotEqualTo(id);
      MessagingIT.awaitState(CLIENT, again, "delivered");
      MessagingIT.awaitState(CLIENT, id, "failed");
      Partner.Received second = beta.received().getLast();
      assertThat(second.payloads().getFirst()).isEqualTo(payload);
      assertThat(second.header().conversationId()).isEqualTo("again");
      Answer refused = CLIENT.json("POST", "/api/v1/messages/" + again + "/resend", "");
      assertThat(refused.status()).isEqualTo(409);
      assertThat(refused.json().get("detail").asString()).contains("delivered");
      assertThat(CLIENT.json("POST", "/api/v1/messages/no@x/resend", "").status()).isEqualTo(404);
    }
  }

  private static Answer resend(String id) {
    return CLIENT.json("POST", "/api/v1/messages/" + id + "/resend", "");
  }

  @Test
  void resendsMessageOnceHoweverManyAsk() throws Exception {
    AtomicInteger status = new AtomicInteger(404);
    try (Partner beta = Partner.answering(n -> status.get());
        ExecutorService askers = Executors.newVirtualThreadPerTaskExecutor()) {
      SERVER.agree(Cpas.named("find-once").retries(3, "PT1H").betaAt(beta.endpoint()));
      String id = Messages.freshId();
      CLIENT.json("POST", "/api/v1/messages", EbmsClient.order("find-once", id));
      MessagingIT.awaitState(CLIENT, id, "failed");
      status.set(503);
      List<Answer> answers = new ArrayList<>();
      Callable<Answer> asking = () -> resend(id);
      for (Future<Answer> answer : askers.invokeAll(Collections.nCopies(8, asking))) {
        answers.add(answer.get());
      }
      answers.add(resend(id));
      assertThat(answers).extracting(Answer::status).containsOnly(202);
      assertThat(answers).extracting(Answer::body).containsOnly(answers.getFirst().body());
      assertThat(SERVER.count("select count(*) from message where cpa_id = 'find-once'"))
          .isEqualTo(2);
      String again = answers.getFirst().json().get("messageId").asString();
      assertThat(CLIENT.get("/api/v1/messages/" + id).json().get("resentAs").asString())
          .isEqualTo(again);
    }
  }

  @Test
  void namesTheResentMessageThatFailedToo() {
    try (Partner beta = Partner.answering(n -> 404)) {
      SERVER.agree(Cpas.named("find-twice").retries(3, "PT1H").betaAt(beta.endpoint()));
      String id = Messages.freshId();
      CLIENT.json("POST", "/api/v1/messages", EbmsClient.order("find-twice", id));
      MessagingIT.awaitState(CLIENT, id, "failed");
      String again = resend(id).json().get("messageId").asString();
      MessagingIT.awaitState(CLIENT, again, "failed");
      Answer refused = resend(id);
      assertThat(refused.status()).isEqualTo(409);
      assertThat(refused.json().get("detail").asString()).contains(again);
      assertThat(resend(again).status()).isEqualTo(202);
    }
  }

  private static JsonNode statusRequest(String id) {
    return CLIENT
        .get("/api/v1/messages/" + id + "/status-requests")
        .json()
        .get("statusRequests")
        .get(0);
  }

  private static byte[] statusResponse(MessageHeader asked, String about) {
    return EnvelopeWriter.write(
        Envelope.of(
            asked.answer(Signal.STATUS_RESPONSE, Messages.freshId(), Instant.now()),
            new Content.StatusResponse(
                about, MessageStatus.RECEIVED, Instant.parse("2026-01-02T03:04:05Z"))));
  }

  @ParameterizedTest
  @CsvSource({"true", "false"})
  void asksPartnerForTheStatusOfAMessage(boolean inResponse) {
    String cpaId = "find-status-" + inResponse;
    try (Partner beta =
        Partner.behaving((n, message) ->
            inResponse && message.header().action().equals("StatusRequest")
                ? new Partner.Reply(
                    200,
                    statusResponse(
                        message.header(),
                        ((Content.StatusRequest) message.envelope().content()).refToMessageId()))
                : Partner.Reply.of(204))) {
      Cpas cpa = Cpas.named(cpaId).retries(3, "PT1H").betaAt(beta.endpoint());
      SERVER.agree(inResponse ? cpa.synchronous() : cpa);
      String id = send(cpaId);
      Answer asked = CLIENT.json("POST", "/api/v1/messages/" + id + "/status-requests", "");
      assertThat(asked.status()).as(asked.toString()).isEqualTo(202);
      String requestId = asked.json().get("requestId").asString();
      assertThat(CLIENT.get("/api/v1/pings/" + requestId).status()).isEqualTo(404);
      await()
          .atMost(LIMIT)
          .until(() ->
              beta.received().stream()
                  .anyMatch(one -> one.header().action().equals("StatusRequest")));
      if (!inResponse) {
        MessageHeader request =
            beta.received().stream()
                .map(Partner.Received::header)
                .filter(one -> one.action().equals("StatusRequest"))
                .findFirst()
                .orElseThrow();
        String response = new String(statusResponse(request, id), StandardCharsets.UTF_8);
        String aboutAnother = response.replace(">" + id + "<", ">other@x<");
        assertThat(SERVER.client("", "").message(aboutAnother).status()).isEqualTo(204);
        assertThat(statusRequest(id).get("state").asString()).isEqualTo("sent");
        assertThat(SERVER.client("", "").message(response).status()).isEqualTo(204);
      }
      await()
          .atMost(LIMIT)
          .until(() -> statusRequest(id).get("state").asString().equals("answered"));
      assertThat(statusRequest(id).get("status").asString()).isEqualTo("Received");
      assertThat(statusRequest(id).get("receivedAt").asString()).startsWith("2026-01-02T03:04:05");
      assertThat(statusRequest(id).get("requestId").asString()).isEqualTo(requestId);
    }
  }

  @Test
  void refusedStatusRequestFailsWithReason() {
    try (Partner beta = Partner.answering(n -> 404)) {
      SERVER.agree(Cpas.named("find-refused").retries(3, "PT1H").betaAt(beta.endpoint()));
      String id = send("find-refused");
      CLIENT.json("POST", "/api/v1/messages/" + id + "/status-requests", "");
      await().atMost(LIMIT).until(() -> statusRequest(id).get("state").asString().equals("failed"));
      assertThat(statusRequest(id).get("detail").asString()).contains("404");
    }
    String path = "/api/v1/messages/no@x/status-requests";
    assertThat(CLIENT.json("POST", path, "").status()).isEqualTo(404);
    assertThat(CLIENT.get(path).status()).isEqualTo(404);
  }

  @Test
  void statusRequestFailsWhereTheAgreedResponseIsMissing() {
    try (Partner beta = Partner.willing()) {
      Cpas cpa = Cpas.named("find-empty").retries(3, "PT1H").betaAt(beta.endpoint());
      SERVER.agree(cpa.synchronous());
      String id = send("find-empty");
      CLIENT.json("POST", "/api/v1/messages/" + id + "/status-requests", "");
      await().atMost(LIMIT).until(() -> statusRequest(id).get("state").asString().equals("failed"));
      assertThat(statusRequest(id).get("detail").asString()).contains("without a StatusResponse");
    }
  }

  @Test
  void deliversDuplicatesWithoutDuplicateElimination() {
    SERVER.agree(Cpas.named("find-copies").reliable("never"));
    String id = Messages.freshId();
    String order = Messages.bestEffortOrder("find-copies", id, "", "");
    for (int i = 0; i < 2; i++) {
      assertThat(SERVER.client("", "").message(order).status()).isEqualTo(204);
    }
    assertThat(ids("/api/v1/inbox", Map.of("cpaId", "find-copies"))).containsExactly(id, id);
    String inbox = "/api/v1/inbox/" + id;
    assertThat(CLIENT.get(inbox).json().get("copy").asInt()).isEqualTo(1);
    assertThat(CLIENT.get(inbox + "?copy=2").json().get("copy").asInt()).isEqualTo(2);
    assertThat(CLIENT.get(inbox + "?copy=3").status()).isEqualTo(404);
    for (int i = 0; i < 2; i++) {
      assertThat(CLIENT.json("PUT", inbox + "/processed", "").status()).isEqualTo(204);
    }
    assertThat(ids("/api/v1/inbox", Map.of("cpaId", "find-copies"))).containsExactly(id);
    assertThat(CLIENT.json("PUT", inbox + "/processed?copy=2", "").status()).isEqualTo(204);
    assertThat(ids("/api/v1/inbox", Map.of("cpaId", "find-copies"))).isEmpty();
  }
}
