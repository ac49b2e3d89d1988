package org.reprise.ebms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.reprise.ebms.EbmsClient.Answer;
import org.reprise.ebms.envelope.MessageHeader;
import org.reprise.ebms.envelope.PartyId;

/** Pings by HTTP, and their Pongs. */
class PingPongIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final String OIN = "urn:osb:oin";

  private final EbmsServer server = EbmsServer.shared();

  private static void assertPong(MessageHeader pong, String cpaId, String pingId) {
    assertThat(pong.from().ids()).containsExactly(new PartyId(OIN, Cpas.BETA));
    assertThat(pong.to().ids()).containsExactly(new PartyId(OIN, Cpas.ALPHA));
    assertThat(pong.cpaId()).isEqualTo(cpaId);
    assertThat(pong.conversationId()).isEqualTo("talk");
    assertThat(pong.service().isSignals()).isTrue();
    assertThat(pong.action()).isEqualTo("Pong");
    assertThat(pong.messageData().refToMessageId()).isEqualTo(pingId);
    assertThat(pong.messageData().messageId()).matches("[0-9a-f-]{36}@127\\.0\\.0\\.1");
    assertThat(pong.messageData().timestamp()).isAfter(Instant.now().minus(LIMIT));
  }

  @Test
  void answersSynchronousPingInResponse() {
    server.agree(Cpas.named("sync").synchronous());
    String id = Messages.freshId();
    Answer answer = server.client("", "").message(Messages.ping("sync", id));
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    assertThat(answer.header("Content-Type")).isEqualToIgnoringCase("text/xml;charset=UTF-8");
    assertThat(answer.header("SOAPAction")).isEqualTo("\"ebXML\"");
    assertPong(header(answer), "sync", id);
  }

  private static MessageHeader header(Answer answer) {
    MessageHeader header = answer.envelope().header();
    assertThat(header).isNotNull();
    return java.util.Objects.requireNonNull(header);
  }

  @Test
  void answersAsynchronousPingByMessage() {
    try (Partner alpha = Partner.willing()) {
      server.agree(Cpas.named("async").alphaAt(alpha.endpoint()));
      List<String> ids = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        ids.add(Messages.freshId());
        Answer answer = server.client("", "").message(Messages.ping("async", ids.getLast()));
        assertThat(answer.status()).as(answer.toString()).isEqualTo(204);
        assertThat(answer.body()).isEmpty();
      }
      await().atMost(LIMIT).until(() -> alpha.received().size() >= ids.size());
      assertThat(alpha.references()).containsExactlyInAnyOrderElementsOf(ids);
      for (Partner.Received pong : alpha.received()) {
        assertPong(
            pong.header(), "async", String.valueOf(pong.header().messageData().refToMessageId()));
        assertThat(pong.contentType()).isEqualTo("text/xml; charset=UTF-8");
        assertThat(pong.soapAction()).isEqualTo("\"ebXML\"");
      }
    }
  }

  @Test
  void syncReplyDoesNotOverrideAgreement() {
    server.agree(Cpas.named("sync-reply"));
    server.agree(Cpas.named("sync-reply-agreed").synchronous());
    String id = Messages.freshId();
    String syncReply =
        "<e:SyncReply e:version='2.0' S:mustUnderstand='1'"
            + " S:actor='http://schemas.xmlsoap.org/soap/actor/next'/>";
    Answer answer =
        server
            .client()
            .message(Messages.signal("sync-reply-agreed", id, "Ping", "", syncReply, ""));
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    assertPong(header(answer), "sync-reply-agreed", id);
    for (String action : List.of("Ping", "StatusRequest")) {
      Answer refused =
          server
              .client()
              .message(
                  Messages.signal("sync-reply", Messages.freshId(), action, "", syncReply, ""));
      assertThat(refused.status()).as(refused.toString()).isEqualTo(500);
      assertThat(ReceivingIT.error(refused).code()).isEqualTo("Inconsistent");
      assertThat(ReceivingIT.error(refused).location()).endsWith("eb:SyncReply");
    }
  }

  @Test
  void acceptsMultipartPing() {
    server.agree(Cpas.named("multipart").synchronous());
    String id = Messages.freshId();
    for (String type :
        List.of(
            "multipart/related; boundary=x",
            "Multipart/Related; boundary=\"x\"; type=\"text/xml\"; start=\"<root@a>\"")) {
      String body =
          "--x\r\nContent-ID: <root@a>\r\nContent-Type: text/xml; charset=UTF-8\r\n\r\n"
              + Messages.ping("multipart", id)
              + "\r\n--x--\r\n";
      Answer answer = server.client().message(type, body.getBytes(StandardCharsets.UTF_8));
      assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
      assertPong(header(answer), "multipart", id);
    }
  }

  @Test
  void readsCharacterEncodings() {
    server.agree(Cpas.named("encodings").synchronous());
    String id = Messages.freshId();
    String ping = Messages.ping("encodings", id);
    Answer utf16 =
        server
            .client()
            .message(
                "text/xml; charset=utf-16",
                ping.replace("UTF-8", "UTF-16").getBytes(StandardCharsets.UTF_16));
    assertThat(utf16.status()).as(utf16.toString()).isEqualTo(200);
    Answer named = server.client().message("text/xml", ping.getBytes(StandardCharsets.UTF_8));
    assertThat(named.status()).as(named.toString()).isEqualTo(200);
  }

  @Test
  void localPartiesPingEachOther() {
    server.agree(Cpas.named("loopback").alphaAt(server.ebms()).betaAt(server.ebms()));
    assertAnswered(ping("loopback", Cpas.ALPHA, OIN + ":" + Cpas.BETA));
    assertAnswered(ping("loopback", Cpas.BETA, Cpas.ALPHA));
  }

  @Test
  void recordsPongInResponse() {
    server.agree(
        Cpas.named("loopback-sync").synchronous().alphaAt(server.ebms()).betaAt(server.ebms()));
    assertAnswered(ping("loopback-sync", Cpas.ALPHA, Cpas.BETA));
  }

  @Test
  void recordsPongInResponseOnceDatabaseTakesIt() {
    server.agree(
        Cpas.named("refused-once").synchronous().alphaAt(server.ebms()).betaAt(server.ebms()));
    server.execute("create sequence refusals");
    server.execute(
        """
        create function refuse_once() returns trigger language plpgsql as $$ begin
          if new.cpa_id = 'refused-once' and nextval('refusals') = 1 then
            raise exception sqlstate '57P03'; end if;
          return new; end $$;
        create trigger refuse_once before update on signal_request
          for each row execute function refuse_once()\
        """);
    try {
      assertAnswered(ping("refused-once", Cpas.ALPHA, Cpas.BETA));
    } finally {
      server.execute("drop function refuse_once cascade");
      server.execute("drop sequence refusals");
    }
  }

  private String ping(String cpaId, String from, String to) {
    Answer sent =
        server
            .client()
            .json(
                "POST",
                "/api/v1/pings",
                """
                {"cpaId": "%s", "fromPartyId": "%s", "toPartyId": "%s"}\
                """
                    .formatted(cpaId, from, to));
    assertThat(sent.status()).as(sent.toString()).isEqualTo(202);
    String id = sent.json().get("messageId").asString();
    assertThat(java.net.URI.create(sent.header("Location")).getPath())
        .isEqualTo("/api/v1/pings/" + id);
    return id;
  }

  private String state(String messageId) {
    return server.client().get("/api/v1/pings/" + messageId).json().get("state").asString();
  }

  private void assertAnswered(String messageId) {
    await().atMost(LIMIT).untilAsserted(() -> assertThat(state(messageId)).isEqualTo("answered"));
  }

  @Test
  void reportsPingRefusedByThePartner() {
    try (Partner beta = Partner.answering(n -> 404)) {
      server.agree(Cpas.named("refusing").betaAt(beta.endpoint()));
      String id = ping("refusing", Cpas.ALPHA, Cpas.BETA);
      await().atMost(LIMIT).untilAsserted(() -> assertThat(state(id)).isEqualTo("failed"));
      assertThat(server.client().get("/api/v1/pings/" + id).body()).contains("status 404");
      assertThat(beta.received()).hasSize(1);
      assertThat(beta.received().getFirst().header().action()).isEqualTo("Ping");
    }
  }

  @Test
  void retriesBusyPartner() {
    try (Partner alpha = Partner.answering(n -> n == 1 ? 503 : n == 2 ? 500 : 204)) {
      server.agree(Cpas.named("busy").alphaAt(alpha.endpoint()));
      String id = Messages.freshId();
      assertThat(server.client().message(Messages.ping("busy", id)).status()).isEqualTo(204);
      await().atMost(LIMIT).until(() -> alpha.references().contains(id));
      assertThat(alpha.received()).hasSize(3);
      assertThat(alpha.received().stream().map(one -> one.header().messageData().messageId()))
          .as("the same message each time")
          .containsOnly(alpha.received().getFirst().header().messageData().messageId());
    }
  }

  @Test
  void answersStatusRequest() {
    server.agree(Cpas.named("status").synchronous());
    String body =
        "<e:StatusRequest"
            + " e:version='2.0'><e:RefToMessageId>m@x</e:RefToMessageId></e:StatusRequest>";
    Answer answer =
        server
            .client()
            .message(Messages.signal("status", Messages.freshId(), "StatusRequest", "", "", body));
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    assertThat(header(answer).action()).isEqualTo("StatusResponse");
    assertThat(answer.body())
        .contains("<eb:StatusResponse eb:version=\"2.0\" eb:messageStatus=\"NotRecognized\">")
        .contains("<eb:RefToMessageId>m@x</eb:RefToMessageId>");
  }

  @Test
  void dropsUnexpectedSignals() {
    server.agree(Cpas.named("unexpected"));
    String ref = "<e:RefToMessageId>nobody@asked</e:RefToMessageId>";
    String ack =
        "<e:Acknowledgment e:version='2.0' S:mustUnderstand='1'><e:Timestamp>2026-11-21T10:00:00Z"
            + "</e:Timestamp>"
            + ref
            + "</e:Acknowledgment>";
    String status =
        "<e:StatusResponse e:version='2.0' e:messageStatus='Received'>"
            + ref
            + "</e:StatusResponse>";
    for (String message :
        List.of(
            Messages.signal("unexpected", Messages.freshId(), "Pong", ref, "", ""),
            Messages.signal("unexpected", Messages.freshId(), "Pong", "", "", ""),
            Messages.signal("unexpected", Messages.freshId(), "Acknowledgment", ref, ack, ""),
            Messages.signal("unexpected", Messages.freshId(), "StatusResponse", ref, "", status))) {
      Answer answer = server.client().message(message);
      assertThat(answer.status()).as(answer.toString()).isEqualTo(204);
    }
  }

  @Test
  void neverAnswersAnErrorWithAnError() {
    server.agree(Cpas.named("errors"));
    String errors =
        "<e:ErrorList e:version='2.0' S:mustUnderstand='1' e:highestSeverity='Error'>"
            + "<e:Error e:errorCode='Unknown' e:severity='Error'/></e:ErrorList>";
    String ref = "<e:RefToMessageId>x@y</e:RefToMessageId>";
    for (String cpaId : List.of("errors", "there is no such agreement")) {
      Answer answer =
          server
              .client()
              .message(Messages.signal(cpaId, Messages.freshId(), "MessageError", ref, errors, ""));
      assertThat(answer.status()).as(answer.toString()).isEqualTo(204);
    }
    String fault = "<S:Fault><faultcode>S:Client</faultcode><faultstring>x</faultstring></S:Fault>";
    assertThat(server.client().message(Messages.envelope("", fault)).status()).isEqualTo(204);
    assertThat(server.client().message(Messages.envelope(errors, "")).status()).isEqualTo(204);
  }
}
