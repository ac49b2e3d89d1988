package org.reprise.ebms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.reprise.ebms.EbmsClient.Answer;
import tools.jackson.databind.JsonNode;

/** What does not open a partner's circuit breaker, and who may reset it. */
class BreakerIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);

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
  void resetsBreakerForAdministrators() {
    try (Partner alpha = Partner.answering(n -> 503)) {
      SERVER.agree(Cpas.named("breaker-reset").alphaAt(alpha.endpoint()));
      String ping = Messages.ping("breaker-reset", Messages.freshId());
      assertThat(CLIENT.message(ping).status()).isEqualTo(204);
      await().atMost(LIMIT).until(() -> partner(CLIENT, alpha.endpoint()).has("lastFailure"));
      assertThat(partner(CLIENT, alpha.endpoint()).get("lastFailure").asString()).contains("503");
      assertThat(partner(CLIENT, alpha.endpoint()).get("waiting").asInt()).isEqualTo(1);
      String body = "{\"endpoint\": \"" + alpha.endpoint() + "\"}";
      EbmsClient backEnd = SERVER.client(EbmsServer.BACK_END, EbmsServer.PASSWORD);
      assertThat(backEnd.json("POST", "/api/v1/partners/reset", body).status()).isEqualTo(403);
      Answer reset = CLIENT.json("POST", "/api/v1/partners/reset", body);
      assertThat(reset.status()).as(reset.toString()).isEqualTo(200);
      assertThat(reset.json().get("endpoint").asString()).isEqualTo(alpha.endpoint());
      String nobody = "{\"endpoint\": \"http://127.0.0.1:1/nobody\"}";
      assertThat(CLIENT.json("POST", "/api/v1/partners/reset", nobody).status()).isEqualTo(404);
      assertThat(CLIENT.json("POST", "/api/v1/partners/reset", "{}").status()).isEqualTo(400);
    }
  }
}
