package org.reprise.ebms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.reprise.ebms.EbmsClient.Answer;
import tools.jackson.databind.JsonNode;

/** What opens a partner's circuit breaker, what closes it, and what it does not stop. */
class BreakerIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);

  /** A message's eight tries, each after a longer pause, take 11 s. */
  private static final String FEW_CALLS = "--reprise.ebms.send.breaker-calls=3";

  private static final EbmsServer SERVER = EbmsServer.shared();
  private static final EbmsClient CLIENT = SERVER.client();

  private static JsonNode partner(EbmsClient client, String endpoint) {
    return StreamSupport.stream(client.get("/api/v1/partners").json().spliterator(), false)
        .filter(one -> one.get("endpoint").asString().equals(endpoint))
        .findFirst()
        .orElseThrow();
  }

  private static long acknowledgments(String id) {
    return SERVER.count(
        "select count(*) from delivery where message_id = 'ack of %s'".formatted(id));
  }

  @Test
  void failedAcknowledgmentsDoNotOpenBreaker() {
    try (Partner alpha =
        Partner.behaving((n, message) ->
            Partner.Reply.of(message.header().action().equals("Acknowledgment") ? 500 : 204))) {
      SERVER.agree(Cpas.named("breaker-ack").alphaAt(alpha.endpoint()));
      String[] ids =
          IntStream.range(0, 12).mapToObj(n -> Messages.freshId()).toArray(String[]::new);
      for (String id : ids) {
        assertThat(CLIENT.message(Messages.order("breaker-ack", id)).status()).isEqualTo(204);
      }
      await().atMost(LIMIT).until(() -> alpha.received().size() > ids.length);
      String ping = Messages.freshId();
      Answer answer = CLIENT.message(Messages.ping("breaker-ack", ping));
      assertThat(answer.status()).as(answer.toString()).isEqualTo(204);
      await().atMost(LIMIT).until(() -> alpha.references().contains(ping));
      assertThat(partner(CLIENT, alpha.endpoint()).get("breaker").asString()).isEqualTo("closed");
      for (String id : ids) {
        await().atMost(LIMIT).until(() -> acknowledgments(id) == 0);
      }
      assertThat(alpha.received()).as("each five times, and the Pong").hasSize(5 * ids.length + 1);
      JsonNode partner = partner(CLIENT, alpha.endpoint());
      assertThat(partner.get("lastFailure").asString()).contains("500");
      assertThat(partner.get("lastFailedMessageId").asString()).startsWith("ack of ");
      assertThat(partner.get("lastFailureAt").asString()).isNotBlank();
    }
  }

  @Test
  void refusedSignalDoesNotOccupyHalfOpenTrial() {
    AtomicBoolean down = new AtomicBoolean(true);
    try (Partner alpha =
            Partner.behaving((n, message) ->
                Partner.Reply.of(
                    down.get()
                        ? 503
                        : message.header().action().equals("Acknowledgment") ? 500 : 204));
        EbmsServer server = EbmsServer.start(FEW_CALLS, "--reprise.ebms.send.breaker-open=500ms")) {
      EbmsClient client = server.client();
      server.agree(Cpas.named("trial").alphaAt(alpha.endpoint()));
      assertThat(client.message(Messages.order("trial", Messages.freshId())).status())
          .isEqualTo(204);
      await()
          .atMost(LIMIT)
          .until(
              () -> !partner(client, alpha.endpoint()).get("breaker").asString().equals("closed"));
      down.set(false);
      // Each of them finds the acknowledgment's tries before it.
      for (int i = 0; i < 3; i++) {
        String ping = Messages.freshId();
        await()
            .atMost(LIMIT)
            .until(() -> client.message(Messages.ping("trial", ping)).status() == 204);
        await().atMost(LIMIT).until(() -> alpha.references().contains(ping));
      }
      assertThat(partner(client, alpha.endpoint()).get("breaker").asString()).isEqualTo("closed");
    }
  }

  @Test
  void showsAndResetsOpenBreaker() {
    AtomicBoolean down = new AtomicBoolean(true);
    try (Partner alpha = Partner.answering(n -> down.get() ? 503 : 204);
        EbmsServer server =
            EbmsServer.start(
                FEW_CALLS,
                "--reprise.ebms.send.breaker-open=1h",
                "--reprise.ebms.send.give-up-after=10m")) {
      EbmsClient client = server.client();
      server.agree(Cpas.named("operated").alphaAt(alpha.endpoint()));
      String ping = Messages.freshId();
      assertThat(client.message(Messages.ping("operated", ping)).status()).isEqualTo(204);
      await()
          .atMost(LIMIT)
          .until(() -> partner(client, alpha.endpoint()).get("breaker").asString().equals("open"));
      assertThat(client.message(Messages.ping("operated", Messages.freshId())).status())
          .isEqualTo(503);
      assertThat(partner(client, alpha.endpoint()).get("waiting").asInt()).isEqualTo(1);
      assertThat(partner(client, alpha.endpoint()).get("lastFailure").asString()).contains("503");
      down.set(false);
      String body = "{\"endpoint\": \"" + alpha.endpoint() + "\"}";
      EbmsClient backEnd = server.client(EbmsServer.BACK_END, EbmsServer.PASSWORD);
      assertThat(backEnd.json("POST", "/api/v1/partners/reset", body).status()).isEqualTo(403);
      Answer reset = client.json("POST", "/api/v1/partners/reset", body);
      assertThat(reset.status()).as(reset.toString()).isEqualTo(200);
      assertThat(reset.json().get("breaker").asString()).isEqualTo("closed");
      await().atMost(LIMIT).until(() -> alpha.references().contains(ping));
      String nobody = "{\"endpoint\": \"http://127.0.0.1:1/nobody\"}";
      assertThat(client.json("POST", "/api/v1/partners/reset", nobody).status()).isEqualTo(404);
      assertThat(client.json("POST", "/api/v1/partners/reset", "{}").status()).isEqualTo(400);
    }
  }
}
