package org.reprise.ebms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.ebms.EbmsClient.Answer;
import org.reprise.ebms.envelope.Acknowledgment;
import org.reprise.ebms.envelope.Content;
import org.reprise.ebms.envelope.EbmsError;
import org.reprise.ebms.envelope.Envelope;
import org.reprise.ebms.envelope.EnvelopeWriter;
import org.reprise.ebms.envelope.ErrorCode;
import org.reprise.ebms.envelope.ErrorList;
import org.reprise.ebms.envelope.FaultCode;
import org.reprise.ebms.envelope.MessageHeader;
import org.reprise.ebms.envelope.Signal;

/** A message is sent again until it is acknowledged, refused or too late. */
class RetriesIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final EbmsServer SERVER = EbmsServer.shared();
  private static final EbmsClient CLIENT = SERVER.client();

  static byte[] acknowledgment(MessageHeader header) {
    return acknowledgment(header, true);
  }

  private static byte[] acknowledgment(MessageHeader header, boolean forSender) {
    MessageHeader answer = header.answer(Signal.ACKNOWLEDGMENT, Messages.freshId(), Instant.now());
    Acknowledgment acknowledgment =
        new Acknowledgment(Instant.now(), header.messageData().messageId(), forSender, List.of());
    return EnvelopeWriter.write(
        new Envelope(answer, false, null, acknowledgment, null, new Content.Empty()));
  }

  static byte[] error(MessageHeader header) {
    return EnvelopeWriter.write(
        Envelope.error(
            header.answer(Signal.MESSAGE_ERROR, Messages.freshId(), Instant.now()),
            new ErrorList(
                List.of(EbmsError.of(ErrorCode.SECURITY_FAILURE, "/", "not signed at all"))),
            new Content.Empty()));
  }

  private static String send(String cpaId) {
    String id = Messages.freshId();
    Answer answer = CLIENT.json("POST", "/api/v1/messages", EbmsClient.lastingOrder(cpaId, id));
    assertThat(answer.status()).as(answer.toString()).isEqualTo(202);
    return id;
  }

  private static void endTimeToLive(String id) throws SQLException {
    try (Connection connection = SERVER.database().connect();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "update delivery set expires_at = now() where message_id = '%s'".formatted(id));
    }
  }

  private static String detail(String id) {
    return CLIENT.get("/api/v1/messages/" + id).json().get("detail").asString();
  }

  @Test
  void sendsAcknowledgmentToNewEndpointAlthoughTheOldOneAnswersLate() throws Exception {
    CountDownLatch arrived = new CountDownLatch(1);
    CountDownLatch mayAnswer = new CountDownLatch(1);
    try (Partner before =
            Partner.behaving((n, message) -> {
              arrived.countDown();
              try {
                mayAnswer.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              return Partner.Reply.of(204);
            });
        Partner after = Partner.willing();
        AutoCloseable end = mayAnswer::countDown) {
      SERVER.agree(Cpas.named("moved").alphaAt(before.endpoint()));
      String order = Messages.order("moved", Messages.freshId());
      assertThat(CLIENT.message(order).status()).isEqualTo(204);
      await().atMost(LIMIT).until(() -> arrived.getCount() == 0);
      String moved = Cpas.named("moved").alphaAt(after.endpoint()).xml();
      assertThat(CLIENT.xml("PUT", "/api/v1/agreements/moved", moved).status()).isEqualTo(200);
      assertThat(CLIENT.message(order).status()).isEqualTo(204);
      end.close();
      await().atMost(LIMIT).until(() -> after.received().size() == 1);
    }
  }

  @Test
  void retriesUntilAcknowledged() {
    try (Partner beta =
        Partner.behaving((n, message) ->
            n < 3
                ? Partner.Reply.of(204)
                : new Partner.Reply(200, acknowledgment(message.header())))) {
      SERVER.agree(Cpas.named("out-again").retries(5, "PT0.3S").betaAt(beta.endpoint()));
      String id = send("out-again");
      MessagingIT.awaitState(CLIENT, id, "delivered");
      assertThat(beta.received()).hasSize(3);
      byte[] first = beta.received().getFirst().body();
      assertThat(beta.received()).allSatisfy(one -> assertThat(one.body()).isEqualTo(first));
      assertThat(SERVER.count("select count(*) from delivery where message_id = '" + id + "'"))
          .isZero();
    }
  }

  @Test
  void acceptsAcknowledgmentOfReceiverThatNamesMoreOfItsIdentifiers() {
    try (Partner beta =
        Partner.behaving((n, message) -> {
          String one = "<eb:PartyId eb:type=\"urn:osb:oin\">" + Cpas.BETA + "</eb:PartyId>";
          String document =
              new String(acknowledgment(message.header()), StandardCharsets.UTF_8)
                  .replace(one, one + "<eb:PartyId eb:type=\"urn:names\">beta</eb:PartyId>");
          return new Partner.Reply(200, document.getBytes(StandardCharsets.UTF_8));
        })) {
      SERVER.agree(Cpas.named("out-names").retries(1, "PT1H").betaAt(beta.endpoint()));
      MessagingIT.awaitState(CLIENT, send("out-names"), "delivered");
      assertThat(beta.received()).hasSize(1);
    }
  }

  @Test
  void asynchronousAcknowledgmentEndsRetries() {
    try (Partner beta = Partner.willing()) {
      SERVER.agree(Cpas.named("out-message").betaAt(beta.endpoint()).alphaAt(SERVER.ebms()));
      String id = send("out-message");
      await().atMost(LIMIT).until(() -> beta.received().size() == 1);
      MessageHeader header = beta.received().getFirst().header();
      String document = new String(acknowledgment(header), StandardCharsets.UTF_8);
      Answer stranger = CLIENT.message(document.replace(">" + Cpas.BETA + "<", ">x<"));
      assertThat(stranger.status()).isEqualTo(500);
      assertThat(MessagingIT.state(CLIENT, id)).isEqualTo("pending");
      assertThat(CLIENT.message(document).status()).isEqualTo(204);
      assertThat(MessagingIT.state(CLIENT, id)).isEqualTo("delivered");
    }
  }

  @Test
  void acknowledgmentCountsAfterEndOfAgreement() {
    try (Partner beta = Partner.willing()) {
      Cpas cpa = Cpas.named("out-ended").betaAt(beta.endpoint()).alphaAt(SERVER.ebms());
      SERVER.agree(cpa);
      String id = send("out-ended");
      await().atMost(LIMIT).until(() -> beta.received().size() == 1);
      String ended = cpa.between("2020-01-01T00:00:00Z", "2021-01-01T00:00:00Z").xml();
      assertThat(CLIENT.xml("PUT", "/api/v1/agreements/out-ended", ended).status()).isEqualTo(200);
      String document =
          new String(acknowledgment(beta.received().getFirst().header()), StandardCharsets.UTF_8);
      Answer answer = CLIENT.message(document);
      assertThat(answer.status()).as(answer.toString()).isEqualTo(204);
      assertThat(MessagingIT.state(CLIENT, id)).isEqualTo("delivered");
    }
  }

  private static void replace(Cpas cpa, String cpaId) {
    Answer answer = CLIENT.xml("PUT", "/api/v1/agreements/" + cpaId, cpa.xml());
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
  }

  @Test
  void sendsPendingMessageToNewEndpointOfReplacedAgreement() {
    try (Partner before = Partner.answering(n -> 503);
        Partner after =
            Partner.behaving(
                (n, message) -> new Partner.Reply(200, acknowledgment(message.header())))) {
      Cpas cpa = Cpas.named("out-moved").retries(1000, "PT0.3S");
      SERVER.agree(cpa.betaAt(before.endpoint()));
      String id = send("out-moved");
      await().atMost(LIMIT).until(() -> !before.received().isEmpty());
      replace(cpa.betaAt(after.endpoint()), "out-moved");
      MessagingIT.awaitState(CLIENT, id, "delivered");
      assertThat(after.received()).hasSize(1);
    }
  }

  @Test
  void failsPendingMessageAfterEndOfAgreement() {
    try (Partner beta = Partner.answering(n -> 503)) {
      Cpas cpa = Cpas.named("out-over").retries(1000, "PT0.3S").betaAt(beta.endpoint());
      SERVER.agree(cpa);
      String id = send("out-over");
      await().atMost(LIMIT).until(() -> !beta.received().isEmpty());
      replace(cpa.between("2020-01-01T00:00:00Z", "2021-01-01T00:00:00Z"), "out-over");
      MessagingIT.awaitState(CLIENT, id, "failed");
      assertThat(detail(id)).contains("out-over", "ended at 2021-01-01");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ended", "starts-later"})
  void completesPendingMessageOfReplacedAgreement(String cpaId) {
    AtomicBoolean isReplaced = new AtomicBoolean();
    try (Partner beta =
        Partner.behaving((n, message) ->
            isReplaced.get()
                ? new Partner.Reply(200, acknowledgment(message.header()))
                : Partner.Reply.of(503))) {
      Cpas cpa = Cpas.named(cpaId).retries(1000, "PT0.3S").betaAt(beta.endpoint());
      SERVER.agree(cpa);
      String id = send(cpaId);
      await().atMost(LIMIT).until(() -> !beta.received().isEmpty());
      Instant now = Instant.now();
      replace(
          cpaId.equals("ended")
              ? cpa.between("2020-01-01T00:00:00Z", now.toString())
              : cpa.between(now.plusSeconds(86_400).toString(), "2099-12-31T23:59:59Z"),
          cpaId);
      assertThat(
              CLIENT.json("POST", "/api/v1/messages", EbmsClient.order(cpaId, id + "2")).status())
          .as("a new one")
          .isEqualTo(400);
      isReplaced.set(true);
      MessagingIT.awaitState(CLIENT, id, "delivered");
    }
  }

  @Test
  void ignoresAcknowledgmentOfIntermediateHandler() {
    try (Partner beta = Partner.willing()) {
      SERVER.agree(Cpas.named("out-hop").betaAt(beta.endpoint()).alphaAt(SERVER.ebms()));
      String id = send("out-hop");
      await().atMost(LIMIT).until(() -> beta.received().size() == 1);
      MessageHeader header = beta.received().getFirst().header();
      String hop = new String(acknowledgment(header, false), StandardCharsets.UTF_8);
      assertThat(hop).contains("actor:nextMSH");
      for (String document : List.of(hop, hop.replace("actor:nextMSH", "actor:other"))) {
        assertThat(CLIENT.message(document).status()).isEqualTo(204);
        assertThat(MessagingIT.state(CLIENT, id)).isEqualTo("pending");
      }
    }
  }

  @Test
  void failsAfterTheLastRetry() {
    try (Partner beta = Partner.willing()) {
      SERVER.agree(Cpas.named("out-never").retries(2, "PT0.3S").betaAt(beta.endpoint()));
      String id = send("out-never");
      MessagingIT.awaitState(CLIENT, id, "failed");
      assertThat(beta.received()).hasSize(3);
      assertThat(detail(id)).contains("3 times", "not acknowledged");
      assertThat(
              SERVER.count(
                  "select count(*) from message_event where kind = 'FAILED' and message_id = '"
                      + id
                      + "'"))
          .isEqualTo(1);
      MessageHeader header = beta.received().getFirst().header();
      CLIENT.message(new String(acknowledgment(header), StandardCharsets.UTF_8));
      assertThat(MessagingIT.state(CLIENT, id))
          .as("a late acknowledgment tells more")
          .isEqualTo("delivered");
    }
  }

  @Test
  void retriesBusyPartner() {
    try (Partner beta =
        Partner.behaving((n, message) ->
            n == 1
                ? Partner.Reply.of(503)
                : new Partner.Reply(200, acknowledgment(message.header())))) {
      SERVER.agree(Cpas.named("out-busy").retries(3, "PT0.3S").betaAt(beta.endpoint()));
      MessagingIT.awaitState(CLIENT, send("out-busy"), "delivered");
      assertThat(beta.received()).hasSize(2);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Unknown", "DeliveryFailure"})
  void retriesAfterServerFault(String error) {
    try (Partner beta =
        Partner.behaving((n, message) ->
            n == 1
                ? new Partner.Reply(500, serverFault(message.header(), error))
                : new Partner.Reply(200, acknowledgment(message.header())))) {
      String cpaId = "out-fault-" + error;
      SERVER.agree(Cpas.named(cpaId).retries(1, "PT0.3S").betaAt(beta.endpoint()));
      MessagingIT.awaitState(CLIENT, send(cpaId), "delivered");
      assertThat(beta.received()).hasSize(2);
    }
  }

  @Test
  void endsMessageWithErrorInServerFault() {
    try (Partner beta =
        Partner.behaving((n, message) ->
            new Partner.Reply(500, serverFault(message.header(), "SecurityFailure")))) {
      SERVER.agree(Cpas.named("out-fault").retries(3, "PT1H").betaAt(beta.endpoint()));
      String id = send("out-fault");
      MessagingIT.awaitState(CLIENT, id, "failed");
      assertThat(detail(id)).contains("500", "SecurityFailure");
    }
  }

  private static byte[] serverFault(MessageHeader header, String error) {
    Content fault = new Content.Fault(FaultCode.SERVER, "out of order");
    return EnvelopeWriter.write(
        error.isEmpty()
            ? new Envelope(null, false, null, null, null, fault)
            : Envelope.error(
                header.answer(Signal.MESSAGE_ERROR, Messages.freshId(), Instant.now()),
                new ErrorList(
                    List.of(
                        Stream.of(ErrorCode.values())
                            .filter(code -> code.text().equals(error))
                            .map(code -> EbmsError.of(code, "/", "out of order"))
                            .findFirst()
                            .orElseThrow())),
                fault));
  }

  @Test
  void waitsForAcknowledgmentUntilTimeToLiveWithoutRetryInterval() throws SQLException {
    try (Partner beta = Partner.willing()) {
      for (int retries : new int[] {0, 2}) {
        String cpaId = "out-patient-" + retries;
        String cpa = Cpas.named(cpaId).retries(retries, "PT2M").betaAt(beta.endpoint()).xml();
        Answer agreed =
            CLIENT.xml(
                "POST",
                "/api/v1/agreements",
                cpa.replace("<c:RetryInterval>PT2M</c:RetryInterval>", ""));
        assertThat(agreed.status()).as(agreed.toString()).isEqualTo(201);
      }
      String acknowledged = send("out-patient-0");
      String again = send("out-patient-2");
      String silent = send("out-patient-0");
      await().atMost(LIMIT).until(() -> beta.received().size() >= 3);
      // Sent after those, and ended by the same search for what is over.
      SERVER.agree(Cpas.named("out-hasty").retries(0, "PT0.1S").betaAt(beta.endpoint()));
      MessagingIT.awaitState(CLIENT, send("out-hasty"), "failed");
      assertThat(beta.received()).as("nothing is sent again at once").hasSize(4);
      for (String id : List.of(acknowledged, again, silent)) {
        assertThat(MessagingIT.state(CLIENT, id)).isEqualTo("pending");
      }
      String pauses =
          "select count(*) from delivery where message_id = '%s' and next_attempt_at"
              + " between expires_at - interval '41 minutes' and expires_at - interval '31 minutes'";
      assertThat(SERVER.count(pauses.formatted(again)))
          .as("retries share the time until TimeToLive")
          .isEqualTo(1);
      CLIENT.message(
          new String(
              acknowledgment(
                  beta.received().stream()
                      .map(Partner.Received::header)
                      .filter(one -> one.messageData().messageId().equals(acknowledged))
                      .findFirst()
                      .orElseThrow()),
              StandardCharsets.UTF_8));
      assertThat(MessagingIT.state(CLIENT, acknowledged)).isEqualTo("delivered");
      endTimeToLive(silent);
      MessagingIT.awaitState(CLIENT, silent, "expired");
      assertThat(detail(silent)).contains("The partner took the last try");
      assertThat(
              SERVER.count(
                  "select count(*) from message_event where kind = 'FAILED' and message_id in"
                      + " ('%s', '%s')".formatted(acknowledged, silent)))
          .isZero();
    }
  }

  @Test
  void doesNotRetryRefusedMessages() {
    try (Partner beta =
        Partner.behaving((n, message) -> new Partner.Reply(500, error(message.header())))) {
      SERVER.agree(Cpas.named("out-refused").retries(3, "PT0.2S").betaAt(beta.endpoint()));
      String id = send("out-refused");
      MessagingIT.awaitState(CLIENT, id, "failed");
      assertThat(detail(id)).contains("500", "SecurityFailure", "not signed at all");
      assertThat(beta.received()).hasSize(1);
      Answer evidence = CLIENT.get("/api/v1/messages/" + id + "/acknowledgment");
      assertThat(evidence.status()).as(evidence.toString()).isEqualTo(200);
      assertThat(evidence.body()).contains("ErrorList", "not signed at all");
    }
  }

  @Test
  void asynchronousErrorEndsRetries() {
    try (Partner beta = Partner.willing()) {
      SERVER.agree(Cpas.named("out-error").betaAt(beta.endpoint()).alphaAt(SERVER.ebms()));
      String id = send("out-error");
      await().atMost(LIMIT).until(() -> beta.received().size() == 1);
      MessageHeader header = beta.received().getFirst().header();
      Answer answer = CLIENT.message(new String(error(header), StandardCharsets.UTF_8));
      assertThat(answer.status()).isEqualTo(204);
      assertThat(MessagingIT.state(CLIENT, id)).isEqualTo("failed");
      assertThat(detail(id)).contains("SecurityFailure");
    }
  }

  @Test
  void doesNotSendAfterTimeToLive() throws SQLException {
    try (Partner beta = Partner.answering(n -> 503)) {
      SERVER.agree(Cpas.named("out-expired").retries(100, "PT1H").betaAt(beta.endpoint()));
      String id = send("out-expired");
      endTimeToLive(id);
      MessagingIT.awaitState(CLIENT, id, "expired");
      assertThat(
              SERVER.count(
                  "select count(*) from message_event where kind = 'EXPIRED' and message_id = '"
                      + id
                      + "'"))
          .isEqualTo(1);
    }
  }

  @Test
  void claimedButUnsentMessagesAreSent() throws Exception {
    try (Partner beta = Partner.willing()) {
      SERVER.agree(Cpas.named("out-stuck").retries(3, "PT1H").betaAt(beta.endpoint()));
      CLIENT.json("POST", "/api/v1/messages", EbmsClient.order("out-stuck", "stuck@out"));
      String waiting =
          """
          select count(*) from delivery
          where attempts = 1 and claimed_by is null and message_id = 'stuck@out'\
          """;
      await().atMost(LIMIT).until(() -> SERVER.count(waiting) == 1);
      try (Connection connection = SERVER.database().connect();
          Statement statement = connection.createStatement()) {
        // As if the database had given it to this instance and the answer had been lost.
        statement.execute(
            """
            update delivery set next_attempt_at = now(), claimed_by = (select id from node)
            where message_id = 'stuck@out'\
            """);
      }
      await().atMost(LIMIT).until(() -> beta.received().size() == 2);
    }
  }
}
