package org.reprise.ebms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.ebms.EbmsClient.Answer;
import org.reprise.ebms.agreement.ChannelSecurity;
import org.reprise.ebms.agreement.DigestAlgorithm;
import org.reprise.ebms.agreement.SignatureAlgorithm;
import org.reprise.ebms.envelope.AckRequested;
import org.reprise.ebms.envelope.Envelope;
import org.reprise.ebms.envelope.EnvelopeLimits;
import org.reprise.ebms.envelope.EnvelopeReader;
import org.reprise.ebms.envelope.EnvelopeWriter;
import org.reprise.ebms.envelope.MessageHeader;
import org.reprise.ebms.envelope.Signal;
import org.reprise.ebms.security.Signatures;
import org.reprise.ebms.security.SigningKey;

/** The profiles osb-rm-s and osb-rm-e: signed, acknowledged with a signature, encrypted. */
class SecuredMessagingIT {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final TestCa CA = new TestCa("partners");
  private static final TestCa.Issued ALPHA = CA.issue(Cpas.ALPHA);
  private static final TestCa.Issued BETA = CA.issue(Cpas.BETA);
  private static final TestCa.Issued STRANGER = CA.issue(Cpas.BETA);
  private static final byte[] PAYLOAD = "a secret of some length".getBytes(StandardCharsets.UTF_8);

  @TempDir private static Path directory;

  @SuppressWarnings("NullAway.Init") // before all tests
  private static EbmsServer server;

  @SuppressWarnings("NullAway.Init") // before all tests
  private static EbmsClient client;

  @BeforeAll
  static void start() {
    server =
        EbmsServer.start(
            EbmsServer.ERRORS_IN_RESPONSE,
            "--reprise.ebms.security.key-store="
                + TestCa.keyStore(directory.resolve("keys.p12"), ALPHA, BETA),
            "--reprise.ebms.security.key-store-password=" + TestCa.PASSWORD,
            "--reprise.ebms.security.key-alias=key0",
            "--reprise.ebms.security.trust-store="
                + TestCa.trustStore(directory.resolve("trust.p12"), CA.certificate()),
            "--reprise.ebms.security.trust-store-password=" + TestCa.PASSWORD);
    client = server.client();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static Cpas signed(String cpaId) {
    return Cpas.named(cpaId)
        .signed(ALPHA.certificate(), BETA.certificate())
        .alphaAt(server.ebms())
        .betaAt(server.ebms());
  }

  private static Cpas encrypted(String cpaId) {
    return Cpas.named(cpaId)
        .encrypted(ALPHA.certificate(), BETA.certificate())
        .alphaAt(server.ebms())
        .betaAt(server.ebms());
  }

  private static String send(String cpaId, byte[]... payloads) {
    String id = Messages.freshId();
    Answer answer = client.form("/api/v1/messages", EbmsClient.order(cpaId, id), payloads);
    assertThat(answer.status()).as(answer.toString()).isEqualTo(202);
    return id;
  }

  private static void assertReceived(String id) {
    Answer payload = client.get("/api/v1/inbox/" + id + "/payloads/1");
    assertThat(payload.response().body()).isEqualTo(PAYLOAD);
    assertThat(payload.header("Content-Type")).isEqualTo("application/x-test");
  }

  private static long withSignature(String column, String id) {
    return server.count(
        "select count(*) from message where message_id = '"
            + id
            + "' and position('SignatureValue' in convert_from("
            + column
            + ", 'UTF8')) > 0");
  }

  @Test
  void signsAcknowledgmentOfSignedMessage() {
    server.agree(signed("signed"));
    String id = send("signed", PAYLOAD, new byte[100_000]);
    MessagingIT.awaitState(client, id, "delivered");
    assertReceived(id);
    assertThat(withSignature("envelope", id)).as("sent and received").isEqualTo(2);
    assertThat(withSignature("acknowledgment", id)).isEqualTo(2);
  }

  @Test
  void onlyTheReceiverReadsEncryptedMessages() {
    try (Partner beta = Partner.willing()) {
      server.agree(encrypted("encrypted").betaAt(beta.endpoint()));
      String id = send("encrypted", PAYLOAD);
      await().atMost(LIMIT).until(() -> !beta.received().isEmpty());
      Partner.Received received = beta.received().getFirst();
      String payload = new String(received.payloads().getFirst(), StandardCharsets.UTF_8);
      assertThat(payload).contains("EncryptedData").doesNotContain("secret");
      AckRequested asked = Objects.requireNonNull(received.envelope().ackRequested());
      assertThat(asked.signed()).isTrue();
      Answer taken = forward(received, UnaryOperator.identity(), received.payloads().getFirst());
      assertThat(taken.status()).as(taken.toString()).isEqualTo(204);
      MessagingIT.awaitState(client, id, "delivered");
      assertReceived(id);
    }
  }

  @Test
  void refusesToResendEncryptedPayloadsUnderClearAgreement() {
    try (Partner beta = Partner.answering(n -> 404)) {
      server.agree(encrypted("no-more").betaAt(beta.endpoint()));
      String id = send("no-more", PAYLOAD);
      MessagingIT.awaitState(client, id, "failed");
      String clear = Cpas.named("no-more").alphaAt(server.ebms()).betaAt(beta.endpoint()).xml();
      assertThat(client.xml("PUT", "/api/v1/agreements/no-more", clear).status()).isEqualTo(200);
      Answer answer = client.json("POST", "/api/v1/messages/" + id + "/resend", "");
      assertThat(answer.status()).as(answer.toString()).isEqualTo(409);
      assertThat(answer.json().get("detail").asString()).contains("encrypted");
      assertThat(beta.received()).hasSize(1);
    }
  }

  /** A message as somebody between the two parties could change it. */
  private static Answer forward(
      Partner.Received message, UnaryOperator<String> change, byte[]... payloads) {
    String document = change.apply(new String(message.body(), StandardCharsets.UTF_8));
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.writeBytes(
        ("--b\r\nContent-Type: text/xml; charset=UTF-8\r\n\r\n" + document + "\r\n")
            .getBytes(StandardCharsets.UTF_8));
    String[] ids = document.split("xlink:href=\"cid:");
    for (int i = 0; i < payloads.length; i++) {
      String contentId = ids[i + 1].substring(0, ids[i + 1].indexOf('"'));
      body.writeBytes(
          ("--b\r\nContent-ID: <" + contentId + ">\r\nContent-Type: application/x-test\r\n\r\n")
              .getBytes(StandardCharsets.UTF_8));
      body.writeBytes(payloads[i]);
      body.writeBytes("\r\n".getBytes(StandardCharsets.UTF_8));
    }
    body.writeBytes("--b--\r\n".getBytes(StandardCharsets.UTF_8));
    return server.client("", "").message("multipart/related; boundary=b", body.toByteArray());
  }

  private static void assertSecurityFailure(Answer answer) {
    assertThat(answer.status()).as(answer.toString()).isEqualTo(500);
    assertThat(ReceivingIT.error(answer).code()).as(answer.toString()).isEqualTo("SecurityFailure");
  }

  @Test
  void refusesAlteredMessages() {
    try (Partner beta = Partner.willing()) {
      server.agree(signed("changed").betaAt(beta.endpoint()));
      String id = send("changed", PAYLOAD);
      await().atMost(LIMIT).until(() -> !beta.received().isEmpty());
      Partner.Received message = beta.received().getFirst();
      assertSecurityFailure(forward(message, UnaryOperator.identity(), new byte[10]));
      assertSecurityFailure(
          forward(
              message,
              document ->
                  document.replaceFirst("<eb:ConversationId>[^<]*", "<eb:ConversationId>another"),
              PAYLOAD));
      assertSecurityFailure(
          forward(
              message,
              document -> document.replaceFirst("(?s)<ds:Signature[ >].*</ds:Signature>", ""),
              PAYLOAD));
      assertThat(client.get("/api/v1/inbox/" + id).status()).isEqualTo(404);
      Answer unchanged = forward(message, UnaryOperator.identity(), PAYLOAD);
      assertThat(unchanged.status()).as(unchanged.toString()).isEqualTo(204);
      assertReceived(id);
    }
  }

  @Test
  void refusesUndecryptableMessages() {
    try (Partner beta = Partner.willing()) {
      server.agree(encrypted("broken").betaAt(beta.endpoint()));
      String id = send("broken", PAYLOAD);
      await().atMost(LIMIT).until(() -> !beta.received().isEmpty());
      Partner.Received message = beta.received().getFirst();
      assertSecurityFailure(forward(message, UnaryOperator.identity(), PAYLOAD));
      assertThat(client.get("/api/v1/inbox/" + id).status()).isEqualTo(404);
    }
  }

  @Test
  void unsignedAcknowledgmentIsNoReceipt() {
    try (Partner beta =
        Partner.behaving(
            (n, message) -> new Partner.Reply(200, RetriesIT.acknowledgment(message.header())))) {
      server.agree(signed("unproven").retries(1, "PT0.5S").betaAt(beta.endpoint()));
      String id = send("unproven", PAYLOAD);
      MessagingIT.awaitState(client, id, "failed");
      assertThat(beta.received()).hasSize(2);
      String document =
          new String(
              RetriesIT.acknowledgment(beta.received().getFirst().header()),
              StandardCharsets.UTF_8);
      assertSecurityFailure(client.message(document));
      assertThat(MessagingIT.state(client, id)).isEqualTo("failed");
    }
  }

  @Test
  void ignoresUnsignedAcknowledgment() throws Exception {
    try (Partner beta = Partner.willing()) {
      server.agree(
          Cpas.named("receipts")
              .signedAcknowledgments(ALPHA.certificate(), BETA.certificate())
              .alphaAt(server.ebms())
              .betaAt(beta.endpoint()));
      String id = send("receipts", PAYLOAD);
      await().atMost(LIMIT).until(() -> !beta.received().isEmpty());
      MessageHeader header = beta.received().getFirst().header();
      assertSecurityFailure(
          client.message(new String(RetriesIT.acknowledgment(header), StandardCharsets.UTF_8)));
      // A signature leaves out what is for a message handler on the way.
      String pong =
          new String(
              byBeta(
                  EnvelopeWriter.write(
                      Envelope.of(header.answer(Signal.PONG, Messages.freshId(), Instant.now())))),
              StandardCharsets.UTF_8);
      String slippedIn =
          pong.replaceFirst(
              "</eb:MessageHeader>",
              "</eb:MessageHeader><eb:Acknowledgment eb:version=\"2.0\" soap:mustUnderstand=\"1\""
                  + " soap:actor=\"urn:oasis:names:tc:ebxml-msg:actor:nextMSH\"><eb:Timestamp>"
                  + Instant.now()
                  + "</eb:Timestamp><eb:RefToMessageId>"
                  + id
                  + "</eb:RefToMessageId></eb:Acknowledgment>");
      assertThat(client.message(slippedIn).status()).isEqualTo(204);
      assertThat(MessagingIT.state(client, id)).isEqualTo("pending");
      byte[] signed = byBeta(RetriesIT.acknowledgment(header));
      assertThat(client.message(new String(signed, StandardCharsets.UTF_8)).status())
          .isEqualTo(204);
      assertThat(MessagingIT.state(client, id)).isEqualTo("delivered");
    }
  }

  private static byte[] byBeta(byte[] document) throws IOException {
    return new Signatures(new EnvelopeReader(EnvelopeLimits.DEFAULTS))
        .sign(
            document,
            List.of(),
            new SigningKey(BETA.key(), BETA.certificate()),
            new ChannelSecurity.Signing(
                DigestAlgorithm.SHA256, SignatureAlgorithm.RSA_SHA256, BETA.certificate()))
        .envelope();
  }

  @Test
  void sendsNothingWithoutSigningKey() {
    server.agree(
        Cpas.named("keyless")
            .signed(STRANGER.certificate(), BETA.certificate())
            .betaAt(server.ebms()));
    String id = Messages.freshId();
    Answer answer = client.json("POST", "/api/v1/messages", EbmsClient.order("keyless", id));
    assertThat(answer.status()).as(answer.toString()).isEqualTo(400);
    assertThat(answer.json().get("detail").asString()).contains("key store");
    assertThat(client.get("/api/v1/messages/" + id).status()).isEqualTo(404);
  }
}
