package org.reprise.ebms;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.ebms.EbmsClient.Answer;
import tools.jackson.databind.JsonNode;

/** A message without AckRequested is sent at most once, and is given up only after it was sent. */
class BestEffortIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final EbmsServer SERVER = EbmsServer.shared();

  private static String send(String cpaId, String... more) {
    String id = Messages.freshId();
    Answer answer =
        SERVER.client().json("POST", "/api/v1/messages", EbmsClient.order(cpaId, id, more));
    assertThat(answer.status()).as(answer.toString()).isEqualTo(202);
    return id;
  }

  @ParameterizedTest
  @ValueSource(ints = {408, 500, 502, 504})
  void doesNotResendMessageThatPartnerMayHave(int status) {
    String cpaId = "once-" + status;
    try (Partner beta = Partner.answering(n -> n == 1 ? status : 204)) {
      SERVER.agree(Cpas.named(cpaId).reliable("never").betaAt(beta.endpoint()));
      String id = send(cpaId);
      MessagingIT.awaitState(SERVER.client(), id, "failed");
      assertThat(beta.received()).hasSize(1);
    }
  }

  @Test
  void retriesMessageThatPartnerDidNotReceive() {
    try (Partner beta = Partner.answering(n -> n < 3 ? 503 : 204)) {
      SERVER.agree(Cpas.named("once-503").reliable("never").betaAt(beta.endpoint()));
      String id = send("once-503");
      MessagingIT.awaitState(SERVER.client(), id, "delivered");
      assertThat(beta.received()).hasSize(3);
      assertThat(attempts(id))
          .map(it -> it.get("taken") + " " + it.path("detail").asString(""))
          .containsExactly("false status 503", "false status 503", "true ");
    }
  }

  @Test
  void showsTriesOfMessageThatWaits() {
    try (Partner beta = Partner.answering(n -> 503)) {
      SERVER.agree(Cpas.named("once-waiting").reliable("never").betaAt(beta.endpoint()));
      String id = send("once-waiting");
      await().atMost(LIMIT).until(() -> !attempts(id).isEmpty());
    }
  }

  @Test
  void showsEachTryOfMessageThatExpires() {
    try (Partner beta = Partner.answering(n -> 503)) {
      SERVER.agree(Cpas.named("once-late").reliable("never").betaAt(beta.endpoint()));
      String end = Instant.now().plusSeconds(5).toString();
      String id = send("once-late", "\"timeToLive\": \"" + end + "\"");
      MessagingIT.awaitState(SERVER.client(), id, "expired");
      assertThat(attempts(id)).hasSameSizeAs(beta.received());
    }
  }

  @Test
  void failsDeliveredMessageThatPartnerRejectsLater() {
    try (Partner beta = Partner.willing()) {
      SERVER.agree(
          Cpas.named("once-rejected")
              .reliable("never")
              .alphaAt(SERVER.ebms())
              .betaAt(beta.endpoint()));
      String id = send("once-rejected");
      MessagingIT.awaitState(SERVER.client(), id, "delivered");
      reject(beta.received().getFirst());
      assertRejected(id);
      Answer again = SERVER.client().json("POST", "/api/v1/messages/" + id + "/resend", "");
      assertThat(again.status()).as(again.toString()).isEqualTo(202);
    }
  }

  @Test
  void failsMessageThatPartnerRejectsBeforeItsHttpResponse() {
    try (Partner beta =
        Partner.behaving((n, message) -> {
          reject(message);
          return Partner.Reply.of(204);
        })) {
      SERVER.agree(
          Cpas.named("once-early")
              .reliable("never")
              .alphaAt(SERVER.ebms())
              .betaAt(beta.endpoint()));
      String id = send("once-early");
      // Then the response was recorded, too.
      await().atMost(LIMIT).until(() -> attempts(id).size() == 1);
      assertRejected(id);
    }
  }

  private static JsonNode attempts(String id) {
    return SERVER.client().get("/api/v1/messages/" + id + "/attempts").json().get("attempts");
  }

  private static void reject(Partner.Received message) {
    Answer answer = SERVER.client().message(new String(RetriesIT.error(message.header()), UTF_8));
    assertThat(answer.status()).as(answer.toString()).isEqualTo(204);
  }

  private static void assertRejected(String id) {
    JsonNode message = SERVER.client().get("/api/v1/messages/" + id).json();
    assertThat(message.get("state").asString()).as(message.toString()).isEqualTo("failed");
    assertThat(message.get("detail").asString()).contains("not signed at all");
    assertThat(
            SERVER.count(
                "select count(*) from message_event where kind = 'FAILED' and message_id = '%s'"
                    .formatted(id)))
        .isEqualTo(1);
  }

  @Test
  void sendsClaimedUnsentMessageOfEndedInstance() {
    try (Partner beta = Partner.willing()) {
      SERVER.agree(Cpas.named("taken").reliable("never").betaAt(beta.endpoint()));
      // As two killed instances leave them: one before it sent, one while it was sending.
      String claimed =
          """
          create function claimed() returns trigger language plpgsql as $$ begin
            new.claimed_by := gen_random_uuid(); new.on_the_wire := %s; return new; end $$;
          create trigger claimed before insert on delivery for each row
            when (new.message is not null) execute function claimed()\
          """;
      SERVER.execute(claimed.formatted("false"));
      String taken = send("taken");
      SERVER.execute("drop function claimed cascade");
      SERVER.execute(claimed.formatted("true"));
      String sending = send("taken");
      SERVER.execute("drop function claimed cascade");
      MessagingIT.awaitState(SERVER.client(), taken, "delivered");
      MessagingIT.awaitState(SERVER.client(), sending, "failed");
      assertThat(SERVER.client().get("/api/v1/messages/" + sending).json().get("detail").asString())
          .contains("not known");
      assertThat(beta.received()).hasSize(1);
    }
  }

  @Test
  void marksMessageBeforeSending() {
    CountDownLatch over = new CountDownLatch(1);
    try (Partner beta =
        Partner.behaving((n, message) -> {
          try {
            over.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          return Partner.Reply.of(204);
        })) {
      SERVER.agree(Cpas.named("wire").reliable("never").betaAt(beta.endpoint()));
      String id = send("wire");
      String noted =
          "select count(*) from delivery where on_the_wire and message_id = '" + id + "'";
      await().atMost(LIMIT).until(() -> SERVER.count(noted) == 1);
      over.countDown();
      MessagingIT.awaitState(SERVER.client(), id, "delivered");
    }
  }
}
