package org.reprise.ebms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.ebms.EbmsClient.Answer;
import org.reprise.ebms.envelope.Acknowledgment;
import org.reprise.ebms.envelope.Content;
import tools.jackson.databind.JsonNode;

/** Business messages through the back-end API, between two parties of one service. */
class MessagingIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final EbmsServer SERVER = EbmsServer.shared();
  private static final EbmsClient CLIENT = SERVER.client();

  static String state(EbmsClient client, String messageId) {
    Answer answer = client.get("/api/v1/messages/" + messageId);
    return answer.status() == 200 ? answer.json().get("state").asString() : answer.toString();
  }

  static void awaitState(EbmsClient client, String messageId, String state) {
    await()
        .atMost(LIMIT)
        .untilAsserted(() -> assertThat(state(client, messageId)).isEqualTo(state));
  }

  private static void agree(String cpaId) {
    SERVER.agree(Cpas.named(cpaId).alphaAt(SERVER.ebms()).betaAt(SERVER.ebms()));
  }

  private static byte[] bytes(int size) {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    return bytes;
  }

  @Test
  void deliversMessageWithPayloads() {
    agree("api-loop");
    String id = Messages.freshId();
    List<byte[]> payloads =
        List.of("<order/>".getBytes(StandardCharsets.UTF_8), bytes(3_000_000), new byte[0]);
    Answer sent =
        CLIENT.form(
            "/api/v1/messages",
            EbmsClient.order("api-loop", id, "\"conversationId\": \"c-1\""),
            payloads.toArray(byte[][]::new));
    assertThat(sent.status()).as(sent.toString()).isEqualTo(202);
    assertThat(sent.header("Location")).endsWith("/api/v1/messages/" + id.replace("@", "%40"));
    awaitState(CLIENT, id, "delivered");
    JsonNode received = CLIENT.get("/api/v1/inbox/" + id).json();
    assertThat(received.get("state").asString()).isEqualTo("received");
    assertThat(received.get("conversationId").asString()).isEqualTo("c-1");
    assertThat(received.get("fromPartyId").asString()).isEqualTo("urn:osb:oin:" + Cpas.ALPHA);
    assertThat(received.get("fromRole").asString()).isEqualTo("A");
    assertThat(received.get("payloads")).hasSize(3);
    for (int i = 0; i < payloads.size(); i++) {
      Answer payload = CLIENT.get("/api/v1/inbox/" + id + "/payloads/" + (i + 1));
      assertThat(payload.status()).isEqualTo(200);
      assertThat(payload.header("Content-Type")).isEqualTo("application/x-test");
      assertThat(payload.header("Content-Disposition")).isEqualTo("attachment");
      assertThat(payload.response().body()).isEqualTo(payloads.get(i));
    }
    assertThat(CLIENT.get("/api/v1/inbox/" + id + "/payloads/4").status()).isEqualTo(404);
  }

  @Test
  void givesEnvelopesAndAcknowledgmentsAsEvidence() {
    agree("api-evidence");
    String id = Messages.freshId();
    Answer sent = CLIENT.form("/api/v1/messages", EbmsClient.order("api-evidence", id), bytes(9));
    assertThat(sent.status()).as(sent.toString()).isEqualTo(202);
    awaitState(CLIENT, id, "delivered");
    for (String evidence : List.of("envelope", "acknowledgment")) {
      Answer ours = CLIENT.get("/api/v1/messages/" + id + "/" + evidence);
      assertThat(ours.status()).as(ours.toString()).isEqualTo(200);
      assertThat(ours.header("Content-Type")).startsWith("application/xml");
      assertThat(ours.header("Content-Disposition")).isEqualTo("attachment");
      Answer theirs = CLIENT.get("/api/v1/inbox/" + id + "/" + evidence);
      assertThat(theirs.response().body()).as(evidence).isEqualTo(ours.response().body());
    }
    assertThat(CLIENT.get("/api/v1/messages/" + id + "/envelope").envelope().header())
        .extracting(header -> header.messageData().messageId())
        .isEqualTo(id);
    assertThat(CLIENT.get("/api/v1/messages/" + id + "/acknowledgment").envelope().acknowledgment())
        .extracting(Acknowledgment::refToMessageId)
        .isEqualTo(id);
    assertThat(CLIENT.get("/api/v1/inbox/nobody@x/envelope").status()).isEqualTo(404);
    assertThat(CLIENT.get("/api/v1/messages/nobody@x/acknowledgment").status()).isEqualTo(404);
  }

  @Test
  void processedMessagesAreNotListed() {
    agree("api-processed");
    String id = Messages.freshId();
    assertThat(
            CLIENT.json("POST", "/api/v1/messages", EbmsClient.order("api-processed", id)).status())
        .isEqualTo(202);
    await().atMost(LIMIT).until(() -> inbox("received").contains(id));
    SERVER.execute(
        "update message set keep_until = now() - interval '1 hour' where direction = 'IN'"
            + " and message_id = '%s'".formatted(id));
    for (int i = 0; i < 2; i++) {
      assertThat(CLIENT.json("PUT", "/api/v1/inbox/" + id + "/processed", "").status())
          .isEqualTo(204);
      assertThat(
              SERVER.count(
                  "select count(*) from message where keep_until > now() and direction = 'IN'"
                      + " and message_id = '%s'".formatted(id)))
          .as("kept for who asks again")
          .isOne();
    }
    assertThat(inbox("received")).doesNotContain(id);
    assertThat(inbox("processed")).contains(id);
    assertThat(CLIENT.json("PUT", "/api/v1/inbox/nobody@x/processed", "").status()).isEqualTo(404);
  }

  private static List<String> inbox(String state) {
    List<String> ids = new ArrayList<>();
    long after = 0;
    while (true) {
      JsonNode page = CLIENT.get("/api/v1/inbox?limit=2&state=" + state + "&after=" + after).json();
      page.get("messages").forEach(message -> ids.add(message.get("messageId").asString()));
      if (!page.has("next")) {
        return ids;
      }
      after = page.get("next").asLong();
    }
  }

  @Test
  void packagesMessagesAsSpecified() {
    try (Partner beta = Partner.willing()) {
      SERVER.agree(Cpas.named("api-wire").betaAt(beta.endpoint()));
      String id = Messages.freshId();
      byte[] payload = bytes(1000);
      CLIENT.form("/api/v1/messages", EbmsClient.order("api-wire", id), payload);
      await().atMost(LIMIT).until(() -> !beta.received().isEmpty());
      Partner.Received received = beta.received().getFirst();
      assertThat(received.soapAction()).isEqualTo("\"ebXML\"");
      assertThat(received.contentType()).startsWith("multipart/related").contains("text/xml");
      assertThat(received.header().duplicateElimination()).isTrue();
      assertThat(received.header().messageData().timeToLive()).isNotNull();
      assertThat(received.envelope().ackRequested()).isNotNull();
      assertThat(received.envelope().content()).isInstanceOf(Content.Manifest.class);
      assertThat(received.payloads()).hasSize(1);
      assertThat(received.payloads().getFirst()).isEqualTo(payload);
    }
  }

  @Test
  void sendsSyncReplyOnSynchronousAgreement() {
    try (Partner beta = Partner.willing()) {
      SERVER.agree(
          Cpas.named("api-sync")
              .synchronous()
              .acknowledgingInResponse()
              .reliable("perMessage")
              .betaAt(beta.endpoint()));
      SERVER.agree(Cpas.named("api-async").betaAt(beta.endpoint()));
      for (String cpaId : List.of("api-sync", "api-async")) {
        boolean agreed = cpaId.equals("api-sync");
        int before = beta.received().size();
        String id = Messages.freshId();
        CLIENT.json("POST", "/api/v1/messages", EbmsClient.order(cpaId, id));
        CLIENT.json(
            "POST",
            "/api/v1/pings",
            "{\"cpaId\": \"%s\", \"fromPartyId\": \"%s\", \"toPartyId\": \"%s\"}"
                .formatted(cpaId, Cpas.ALPHA, Cpas.BETA));
        await().atMost(LIMIT).until(() -> beta.received().size() == before + 2);
        assertThat(beta.received().subList(before, before + 2))
            .allSatisfy(one -> assertThat(one.envelope().syncReply()).isEqualTo(agreed));
      }
    }
  }

  @Test
  void bestEffortAsksForNoAcknowledgment() {
    try (Partner beta = Partner.willing()) {
      SERVER.agree(Cpas.named("api-effort").reliable("never").betaAt(beta.endpoint()));
      String id = Messages.freshId();
      CLIENT.json("POST", "/api/v1/messages", EbmsClient.order("api-effort", id));
      awaitState(CLIENT, id, "delivered");
      Partner.Received received = beta.received().getFirst();
      assertThat(received.contentType()).startsWith("text/xml");
      assertThat(received.header().duplicateElimination()).isFalse();
      assertThat(received.header().messageData().timeToLive()).isNull();
      assertThat(received.envelope().ackRequested()).isNull();
      assertThat(beta.received()).hasSize(1);
    }
  }

  @Test
  void refusesMessagesThatTheAgreementForbids() {
    agree("api-rules");
    long before = SERVER.count("select count(*) from message");
    String id = Messages.freshId();
    String good = EbmsClient.order("api-rules", id);
    assertRefused(404, good.replace("\"api-rules\"", "\"nowhere\""), "nowhere");
    assertRefused(400, good.replace("\"order\"", "\"invoice\""), "invoice");
    assertRefused(400, good.replace("\"urn:services\"", "\"urn:x\""), "orders");
    assertRefused(400, good.replace(Cpas.ALPHA, "999"), "999");
    assertRefused(400, good.replace(id, "a b@c"), "messageId");
    assertRefused(400, good.replace(id, ""), "messageId");
    assertRefused(400, good.replace("\"" + Cpas.BETA + "\"", "null"), "toPartyId");
    assertRefused(
        400, EbmsClient.order("api-rules", id, "\"ackRequested\": false"), "ackRequested");
    assertRefused(
        400, EbmsClient.order("api-rules", id, "\"timeToLive\": \"2020-01-01T00:00:00Z\""), "over");
    assertRefused(
        400, EbmsClient.order("api-rules", id, "\"timeToLive\": \"soon\""), "'timeToLive'");
    assertRefused(400, EbmsClient.order("api-rules", id, "\"ttl\": 1"), "'ttl' in the body");
    assertRefused(
        400,
        EbmsClient.order("api-rules", id, "\"timeToLive\": \"+300000-01-01T00:00:00Z\""),
        "9999");
    assertRefused(400, good.replace(id, "\u4e00".repeat(400) + "@x"), "messageId");
    assertRefused(400, EbmsClient.order("api-rules", id, "\"conversationId\": \"\\ud800\""), "XML");
    assertRefused(400, "{", "");
    assertThat(SERVER.count("select count(*) from message")).isEqualTo(before);
    assertThat(CLIENT.json("POST", "/api/v1/messages", good).status()).isEqualTo(202);
    assertRefused(409, good, id);
  }

  @ParameterizedTest
  @ValueSource(strings = {"name=\"payload\"", "name=\"attachment\"; filename=\"f\""})
  void refusesFormWithPartThatWouldBeLost(String part) {
    String form =
        """
        --form
        Content-Disposition: form-data; name="message"
        Content-Type: application/json

        %s
        --form
        Content-Disposition: form-data; %s

        content
        --form--
        """
            .formatted(EbmsClient.order("form-part", Messages.freshId()), part);
    Answer answer =
        CLIENT.send(
            "POST",
            "/api/v1/messages",
            BodyPublishers.ofString(form.replace("\n", "\r\n")),
            "Content-Type",
            "multipart/form-data; boundary=form");
    assertThat(answer.status()).as(answer.toString()).isEqualTo(400);
    assertThat(answer.json().get("detail").asString()).contains("'payload' with a filename");
  }

  @Test
  void refusesTooLongJson() {
    String message = " ".repeat(5 << 20) + EbmsClient.order("api-json", Messages.freshId());
    assertRefused(413, message, "length");
    assertThat(CLIENT.form("/api/v1/messages", message).status()).isEqualTo(413);
  }

  @ParameterizedTest
  @CsvSource({
    "POST, /api/v1/pings, messageID",
    "POST, /api/v1/partners/pause, endpont",
    "PUT, /api/v1/certificate-mappings, until"
  })
  void namesUnknownProperty(String method, String path, String property) {
    Answer answer = CLIENT.json(method, path, "{\"%s\": \"x\"}".formatted(property));
    assertThat(answer.status()).as(answer.toString()).isEqualTo(400);
    assertThat(answer.json().get("detail").asString()).contains("'" + property + "' in the body");
  }

  @Test
  void namesUnknownPropertyOfForm() {
    String order = EbmsClient.order("api-form", Messages.freshId(), "\"conversation\": \"a\"");
    Answer answer = CLIENT.form("/api/v1/messages", order, new byte[1]);
    assertThat(answer.status()).as(answer.toString()).isEqualTo(400);
    assertThat(answer.json().get("detail").asString()).contains("'conversation' in the body");
  }

  private static void assertRefused(int status, String message, String says) {
    Answer answer = CLIENT.json("POST", "/api/v1/messages", message);
    assertThat(answer.status()).as(message + " " + answer).isEqualTo(status);
    assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
    assertThat(answer.json().get("detail").asString()).contains(says);
  }

  @Test
  void refusesInvalidParameters() {
    for (String path :
        List.of(
            "/api/v1/inbox?state=lost",
            "/api/v1/inbox?limit=0",
            "/api/v1/inbox?limit=1001",
            "/api/v1/inbox?after=x",
            "/api/v1/messages?state=received",
            "/api/v1/events?after=7",
            // Without an origin it would be a place before the last restored dump.
            "/api/v1/events?after=0.7",
            "/api/v1/events?limit=-1")) {
      Answer answer = CLIENT.get(path);
      assertThat(answer.status()).as(path).isEqualTo(400);
      assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
    }
    for (String path :
        List.of("/api/v1/inbox/no@x", "/api/v1/messages/no@x", "/api/v1/inbox/no@x/payloads/1")) {
      assertThat(CLIENT.get(path).status()).as(path).isEqualTo(404);
    }
    assertThat(SERVER.client("", "").get("/api/v1/inbox").status()).isEqualTo(401);
  }

  @Test
  void messageIdsMayHoldSlashesAndSemicolons() {
    agree("api-slash/agreement");
    String id = "/a//b/;c\\d-" + Messages.freshId();
    String order = EbmsClient.order("api-slash/agreement", id.replace("\\", "\\\\"));
    Answer sent = CLIENT.json("POST", "/api/v1/messages", order);
    assertThat(sent.status()).as(sent.toString()).isEqualTo(202);
    String path = URLEncoder.encode(id, StandardCharsets.UTF_8);
    assertThat(CLIENT.get(sent.header("Location")).json().get("messageId").asString())
        .isEqualTo(id);
    awaitState(CLIENT, path, "delivered");
    assertThat(CLIENT.json("PUT", "/api/v1/inbox/" + path + "/processed", "").status())
        .isEqualTo(204);
    assertThat(CLIENT.get("/api/v1/agreements/api-slash%2Fagreement").status()).isEqualTo(200);
  }
}
