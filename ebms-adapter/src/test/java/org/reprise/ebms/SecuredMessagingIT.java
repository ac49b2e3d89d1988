package org.reprise.ebms;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.ebms.EbmsClient.Answer;
import org.reprise.ebms.agreement.ChannelSecurity;
import org.reprise.ebms.agreement.DigestAlgorithm;
import org.reprise.ebms.agreement.SignatureAlgorithm;
import org.reprise.ebms.envelope.AckRequested;
import org.reprise.ebms.envelope.Acknowledgment;
import org.reprise.ebms.envelope.Content;
import org.reprise.ebms.envelope.EbmsError;
import org.reprise.ebms.envelope.Envelope;
import org.reprise.ebms.envelope.EnvelopeReader;
import org.reprise.ebms.envelope.EnvelopeWriter;
import org.reprise.ebms.envelope.ErrorCode;
import org.reprise.ebms.envelope.ErrorList;
import org.reprise.ebms.envelope.MessageData;
import org.reprise.ebms.envelope.MessageHeader;
import org.reprise.ebms.envelope.Signal;
import org.reprise.ebms.packaging.Octets;
import org.reprise.ebms.packaging.Payload;
import org.reprise.ebms.security.Signatures;
import tools.jackson.databind.JsonNode;

/** The profiles osb-rm-s and osb-rm-e: signed, acknowledged with a signature, encrypted. */
class SecuredMessagingIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final TestCa CA = new TestCa("partners");
  private static final TestCa.Issued ALPHA = CA.issue(Cpas.ALPHA);
  private static final TestCa.Issued BETA = CA.issue(Cpas.BETA);
  private static final TestCa.Issued STRANGER = CA.issue(Cpas.BETA);
  private static final TestCa.Issued FORMER = CA.issue(Cpas.ALPHA);
  private static final TestCa.Issued OTHER_KIND = CA.issueEc(Cpas.ALPHA);
  private static final byte[] PAYLOAD = "a secret of some length".getBytes(StandardCharsets.UTF_8);

  @TempDir private static Path directory;

  @SuppressWarnings("NullAway.Init") // before all tests
  private static Late lateSigner;

  @SuppressWarnings("NullAway.Init") // before all tests
  private static Late lateReceiver;

  @SuppressWarnings("NullAway.Init") // before all tests
  private static Late lateInResponse;

  @SuppressWarnings("NullAway.Init") // before all tests
  private static Late lateInMessage;

  @SuppressWarnings("NullAway.Init") // before all tests
  private static Late lateServer;

  @SuppressWarnings("NullAway.Init") // before all tests
  private static EbmsServer server;

  @SuppressWarnings("NullAway.Init") // before all tests
  private static EbmsClient client;

  @BeforeAll
  static void start() throws IOException {
    Path list = Files.write(directory.resolve("list.crl"), CA.revocationList());
    lateSigner = Late.of("late-signer", Cpas.ALPHA);
    lateReceiver = Late.of("late-receiver", Cpas.BETA);
    lateInResponse = Late.of("late-in-response", Cpas.BETA);
    lateInMessage = Late.of("late-in-message", Cpas.BETA);
    lateServer = Late.of("late-server", Cpas.BETA);
    List<Late> late = List.of(lateSigner, lateReceiver, lateInResponse, lateInMessage, lateServer);
    server =
        EbmsServer.start(
            EbmsServer.ERRORS_IN_RESPONSE,
            "--reprise.ebms.limits.message=160KB",
            "--reprise.ebms.limits.envelope=40KB",
            "--reprise.ebms.security.key-store="
                + TestCa.keyStore(
                    directory.resolve("keys.p12"), ALPHA, BETA, lateSigner.key(), OTHER_KIND),
            "--reprise.ebms.security.key-store-password=" + TestCa.PASSWORD,
            "--reprise.ebms.security.key-alias=key0",
            "--reprise.ebms.security.revocation-lists="
                + Stream.concat(Stream.of(list), late.stream().map(Late::list))
                    .map(Path::toString)
                    .collect(Collectors.joining(",")),
            "--reprise.ebms.security.revocation-check=100ms",
            "--reprise.ebms.security.trust-store="
                + TestCa.trustStore(
                    directory.resolve("trust.p12"),
                    Stream.concat(Stream.of(CA), late.stream().map(Late::authority))
                        .map(TestCa::certificate)
                        .toArray(X509Certificate[]::new)),
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
    Answer answer = client.form("/api/v1/messages", EbmsClient.lastingOrder(cpaId, id), payloads);
    assertThat(answer.status()).as(answer.toString()).isEqualTo(202);
    return id;
  }

  private static void assertReceived(String id) {
    Answer payload = client.get("/api/v1/inbox/" + id + "/payloads/1");
    assertThat(payload.response().body()).isEqualTo(PAYLOAD);
    assertThat(payload.header("Content-Type")).isEqualTo("application/x-test");
  }

  /** An authority whose revocation list is stale here until it is renewed, and a key of it. */
  private record Late(TestCa authority, TestCa.Issued key, Path list) {
    static Late of(String name, String oin) throws IOException {
      TestCa authority = new TestCa(name);
      byte[] stale = authority.revocationList(Instant.now().minus(Duration.ofDays(2)));
      Path list = Files.write(directory.resolve(name + ".crl"), stale);
      return new Late(authority, authority.issue(oin), list);
    }

    void renew() throws IOException {
      Files.write(list, authority.revocationList());
    }
  }

  @Test
  void answers503ToSignedMessageWhileRevocationListIsStale() throws IOException {
    try (Partner beta = Partner.willing()) {
      server.agree(
          Cpas.named("late-signer")
              .signed(lateSigner.key().certificate(), BETA.certificate())
              .alphaAt(server.ebms())
              .betaAt(beta.endpoint()));
      String id = send("late-signer", PAYLOAD);
      await().atMost(LIMIT).until(() -> !beta.received().isEmpty());
      Partner.Received message = beta.received().getFirst();
      Answer answer = forward(message, UnaryOperator.identity(), PAYLOAD);
      assertThat(answer.status()).as(answer.toString()).isEqualTo(503);
      assertThat(answer.header("Retry-After")).matches("[1-9]\\d*");
      assertThat(ReceivingIT.error(answer).code()).isEqualTo("DeliveryFailure");
      lateSigner.renew();
      await()
          .atMost(LIMIT)
          .until(() -> forward(message, UnaryOperator.identity(), PAYLOAD).status() == 204);
      assertReceived(id);
    }
  }

  @Test
  void encryptsOnceRevocationListIsNew() throws IOException {
    try (Partner beta = Partner.willing()) {
      server.agree(
          Cpas.named("late-receiver")
              .encrypted(ALPHA.certificate(), lateReceiver.key().certificate())
              .betaAt(beta.endpoint()));
      Answer answer = sendLateEncrypted();
      assertThat(answer.status()).as(answer.toString()).isEqualTo(503);
      assertThat(answer.header("Retry-After")).matches("[1-9]\\d*");
      assertThat(answer.body()).contains("revocation list");
      lateReceiver.renew();
      await().atMost(LIMIT).until(() -> sendLateEncrypted().status() == 202);
    }
  }

  private static Answer sendLateEncrypted() {
    return client.form(
        "/api/v1/messages", EbmsClient.lastingOrder("late-receiver", Messages.freshId()), PAYLOAD);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void takesSignedAcknowledgmentOnceRevocationListIsNew(boolean inResponse) throws IOException {
    String cpaId = "late-receipt-" + inResponse;
    Late late = inResponse ? lateInResponse : lateInMessage;
    try (Partner beta =
        Partner.behaving((n, message) -> {
          try {
            byte[] signed = signedBy(late.key(), RetriesIT.acknowledgment(message.header()));
            return inResponse ? new Partner.Reply(200, signed) : acknowledgedBy(signed);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        })) {
      server.agree(
          Cpas.named(cpaId)
              .signedAcknowledgments(ALPHA.certificate(), late.key().certificate())
              .retries(0, "PT0.5S")
              .alphaAt(server.ebms())
              .betaAt(beta.endpoint()));
      String id = send(cpaId);
      // More than is agreed.
      await().atMost(LIMIT).until(() -> beta.received().size() > 1);
      assertThat(MessagingIT.state(client, id)).isEqualTo("pending");
      late.renew();
      MessagingIT.awaitState(client, id, "delivered");
      assertThat(
              server.count(
                  "select count(*) from message_event where kind = 'FAILED' and message_id = '%s'"
                      .formatted(id)))
          .isZero();
    }
  }

  private static Partner.Reply acknowledgedBy(byte[] document) {
    assertThat(client.message(new String(document, StandardCharsets.UTF_8)).status())
        .isIn(204, 503);
    return Partner.Reply.of(204);
  }

  @Test
  void sendsOverTlsOnceRevocationListIsNew() throws IOException {
    try (Partner beta = Partner.secure(TestCa.tls(lateServer.key(), CA.certificate()))) {
      server.agree(Cpas.named("late-tls").retries(0, "PT1H").betaAt(beta.endpoint()));
      String id = send("late-tls");
      await()
          .atMost(LIMIT)
          .untilAsserted(() -> assertThat(lastFailure(beta)).contains("revocation list"));
      assertThat(MessagingIT.state(client, id)).isEqualTo("pending");
      assertThat(client.get("/api/v1/messages/" + id + "/attempts").json().at("/attempts"))
          .as("the partner was not at fault, and no try is used up")
          .isEmpty();
      lateServer.renew();
      await().atMost(LIMIT).until(() -> beta.received().size() == 1);
    }
  }

  private static String lastFailure(Partner partner) {
    for (JsonNode one : client.get("/api/v1/partners").json()) {
      if (one.get("endpoint").asString().equals(partner.endpoint())) {
        return one.path("lastFailure").asString("");
      }
    }
    return "";
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

  // Encryption makes them a third larger.
  @Test
  void refusesPayloadsThatAreTooLargeOnceTheyAreEncrypted() {
    server.agree(encrypted("too-large"));
    String order = EbmsClient.order("too-large", Messages.freshId());
    Answer answer = client.form("/api/v1/messages", order, new byte[119 * 1024]);
    assertThat(answer.status()).as(answer.toString()).isEqualTo(413);
    assertThat(answer.json().get("detail").asString()).contains("encrypted the message has");
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
                      Envelope.of(
                          header.answer(Signal.PONG, Messages.freshId(), Instant.now()),
                          new Content.Empty()))),
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

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void takesSignedAcknowledgmentOfMessageWithPayload(boolean good) throws Exception {
    String cpaId = "carried-" + good;
    try (Partner beta = Partner.willing()) {
      String cpa =
          Cpas.named(cpaId)
              .signedAcknowledgments(ALPHA.certificate(), BETA.certificate())
              .alphaAt(server.ebms())
              .betaAt(beta.endpoint())
              .xml()
              .replace("</c:CanReceive>", "</c:CanReceive>" + ErrorReportsIT.reply("B", "CanSend"))
              .replace(
                  "</c:CanSend>\n      ",
                  "</c:CanSend>\n" + ErrorReportsIT.reply("A", "CanReceive"));
      assertThat(client.xml("POST", "/api/v1/agreements", cpa).status()).isEqualTo(201);
      String id = send(cpaId, PAYLOAD);
      await().atMost(LIMIT).until(() -> !beta.received().isEmpty());
      MessageHeader order = beta.received().getFirst().header();
      String replyId = Messages.freshId();
      EbmsError error = EbmsError.of(ErrorCode.INCONSISTENT, "/a", "not verified");
      byte[] reply =
          signedBy(
              BETA,
              EnvelopeWriter.write(
                  new Envelope(
                      new MessageHeader(
                          order.to(),
                          order.from(),
                          cpaId,
                          order.conversationId(),
                          order.service(),
                          "reply",
                          new MessageData(replyId, Instant.now(), id, null),
                          true),
                      false,
                      new AckRequested(true, false),
                      new Acknowledgment(Instant.now(), id, true, List.of()),
                      good ? null : new ErrorList(List.of(error)),
                      new Content.Manifest(List.of(new Content.Reference("cid:p@x", null))))),
              new Payload("p@x", "", Octets.of(PAYLOAD)));
      ByteArrayOutputStream body = new ByteArrayOutputStream();
      body.writeBytes("--b\r\nContent-Type: text/xml\r\n\r\n".getBytes(UTF_8));
      body.writeBytes(reply);
      body.writeBytes("\r\n--b\r\nContent-ID: <p@x>\r\n\r\n".getBytes(UTF_8));
      body.writeBytes(good ? PAYLOAD : "something else".getBytes(UTF_8));
      body.writeBytes("\r\n--b--\r\n".getBytes(UTF_8));
      Answer answer = client.message("multipart/related; boundary=b", body.toByteArray());
      assertThat(answer.status()).as(answer.toString()).isEqualTo(good ? 204 : 500);
      assertThat(MessagingIT.state(client, id)).isEqualTo(good ? "delivered" : "pending");
      assertThat(client.get("/api/v1/inbox/" + replyId).status()).isEqualTo(good ? 200 : 404);
    }
  }

  private static byte[] byBeta(byte[] document) throws IOException {
    return signedBy(BETA, document);
  }

  private static byte[] signedBy(TestCa.Issued key, byte[] document, Payload... parts)
      throws IOException {
    return new Signatures(new EnvelopeReader())
        .sign(
            document,
            List.of(parts),
            key.entry(),
            new ChannelSecurity.Signing(
                DigestAlgorithm.SHA256, SignatureAlgorithm.RSA_SHA256, key.certificate()));
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

  @Test
  void blamesNobodyForMappedKeyOfAnotherKind() {
    client.json(
        "PUT",
        "/api/v1/certificate-mappings",
        CertificatesIT.body(
            CertificatesIT.pem(FORMER.certificate()),
            CertificatesIT.pem(OTHER_KIND.certificate())));
    server.agree(
        Cpas.named("other-kind-signs")
            .signed(FORMER.certificate(), BETA.certificate())
            .betaAt(server.ebms()));
    String order = EbmsClient.order("other-kind-signs", Messages.freshId());
    Answer unsigned = client.json("POST", "/api/v1/messages", order);
    assertThat(unsigned.status()).as(unsigned.toString()).isEqualTo(400);
    assertThat(unsigned.json().get("detail").asString()).contains("key that fits");

    server.agree(
        Cpas.named("other-kind-receives")
            .encrypted(ALPHA.certificate(), FORMER.certificate())
            .betaAt(server.ebms()));
    order = EbmsClient.order("other-kind-receives", Messages.freshId());
    Answer clear = client.form("/api/v1/messages", order, PAYLOAD);
    assertThat(clear.status()).as(clear.toString()).isEqualTo(400);
    assertThat(clear.json().get("detail").asString()).contains("cannot encrypt for");

    // The partner sends its message again until the mapping is right.
    String received =
        Messages.order(
            "other-kind-receives",
            Messages.freshId(),
            "",
            "<e:Manifest e:version=\"2.0\"><e:Reference xlink:href=\"cid:one@x\"/></e:Manifest>");
    byte[] parts =
        "--b\r\n\r\n%s\r\n--b\r\nContent-ID: <one@x>\r\n\r\n<a/>\r\n--b--\r\n"
            .formatted(received)
            .getBytes(StandardCharsets.UTF_8);
    Answer later = server.client("", "").message("multipart/related; boundary=b", parts);
    assertThat(later.status()).as(later.toString()).isEqualTo(503);
  }

  @Test
  void validationWarnsOfUntrustedCertificate() {
    TestCa.Issued foreign = new TestCa("others").issue(Cpas.BETA);
    String cpa = Cpas.named("untrusted").signed(ALPHA.certificate(), foreign.certificate()).xml();

    JsonNode findings = client.xml("POST", "/api/v1/agreements/validate", cpa).json();

    assertThat(findings.get("findings").findValuesAsString("message"))
        .filteredOn(message -> message.contains("is not trusted here"))
        .singleElement()
        .asString()
        .startsWith("@certId 'B-certificate'");
  }
}
