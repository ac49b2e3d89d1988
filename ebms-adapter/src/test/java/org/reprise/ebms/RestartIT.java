package org.reprise.ebms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.reprise.ebms.EbmsClient.Answer;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestDatabase;

/**
 * What waits when the service ends is sent after its next start: not while {@code allowed-hosts} is
 * wrong, and not to a partner that was paused.
 */
class RestartIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);
  // Partners are at 127.0.0.1.
  private static final String WRONG = "--reprise.ebms.allowed-hosts=partner.example";
  private static final String PERSISTED = "--reprise.ebms.ping.persist=true";
  // Where the machine is slow, no lease lapses while a Pong is on its way.
  private static final String LASTING = "--reprise.ebms.lease=1h";

  private final Database database = TestDatabase.freshDatabase();
  private final AtomicBoolean busy = new AtomicBoolean(true);
  private final Partner partner = partner();
  private final Partner paused = partner();

  private Partner partner() {
    return Partner.behaving((n, message) ->
        busy.get()
            ? Partner.Reply.of(503)
            : message.envelope().ackRequested() == null
                ? Partner.Reply.of(204)
                : new Partner.Reply(200, RetriesIT.acknowledgment(message.header())));
  }

  @AfterEach
  void stop() {
    partner.close();
    paused.close();
  }

  private EbmsServer start(String... more) {
    return EbmsServer.start(
        database,
        List.of(List.of(PERSISTED, LASTING), List.of(more)).stream()
            .flatMap(List::stream)
            .toArray(String[]::new));
  }

  private static String send(EbmsServer server, String cpaId) {
    String id = Messages.freshId();
    Answer answer =
        server.client().json("POST", "/api/v1/messages", EbmsClient.lastingOrder(cpaId, id));
    assertThat(answer.status()).as(answer.toString()).isEqualTo(202);
    return id;
  }

  private static String attempts(EbmsServer server, String id) {
    return server.client().get("/api/v1/messages/" + id + "/attempts").body();
  }

  private int act(EbmsServer server, String action) {
    String endpoint = "{\"endpoint\": \"" + paused.endpoint() + "\"}";
    return server.client().json("POST", "/api/v1/partners/" + action, endpoint).status();
  }

  private void expire(EbmsServer server, String id) {
    database.execute("update delivery set expires_at = now() where message_id = '" + id + "'");
    MessagingIT.awaitState(server.client(), id, "expired");
  }

  @Test
  void keepsBacklogWaitingUntilTheSettingIsCorrectedAndThePartnerIsResumed() {
    String reliable;
    String once;
    String late;
    String kept;
    String received = Messages.freshId();
    List<String> pings;
    try (EbmsServer right = start()) {
      right.agree(
          Cpas.named("typo")
              .retries(3, "PT1H")
              .alphaAt(partner.endpoint())
              .betaAt(partner.endpoint()));
      right.agree(Cpas.named("typo-once").reliable("never").betaAt(partner.endpoint()));
      right.agree(Cpas.named("paused").acknowledgingInResponse().betaAt(paused.endpoint()));
      assertThat(act(right, "pause")).isEqualTo(204);
      // So that nothing is on its way when the service ends: a best-effort message would fail.
      database.execute(
          """
          create function later() returns trigger language plpgsql as $$ begin
            new.next_attempt_at := now() + interval '1 hour'; return new; end $$;
          create trigger later before insert on delivery for each row execute function later()\
          """);
      reliable = send(right, "typo");
      late = send(right, "typo");
      once = send(right, "typo-once");
      kept = send(right, "paused");
      assertThat(right.client().message(Messages.order("typo", received)).status()).isEqualTo(204);
      pings = PersistedPingsIT.ping(right.client(), "typo", 20);
      assertThat(pings).isNotEmpty();
    }
    String pongs = "select count(*) from delivery where message_id like 'pong %'";
    assertThat(database.count(pongs)).isEqualTo(pings.size());
    database.execute("drop function later cascade");
    database.execute("update delivery set next_attempt_at = now()");
    try (EbmsServer wrong = start(WRONG)) {
      for (String id : List.of(reliable, late, once)) {
        await()
            .atMost(LIMIT)
            .untilAsserted(() -> assertThat(attempts(wrong, id)).contains("allowed-hosts"));
      }
      expire(wrong, late);
      assertThat(wrong.client().get("/api/v1/messages/" + late).body())
          .contains("TimeToLive", "allowed-hosts");
      for (String id : List.of(reliable, once)) {
        assertThat(MessagingIT.state(wrong.client(), id)).isEqualTo("pending");
        assertThat(wrong.client().get("/api/v1/messages/" + id).body()).contains("allowed-hosts");
      }
      Answer partners = wrong.client().get("/api/v1/partners");
      assertThat(partners.json()).as("nothing was sent").hasSize(1);
      assertThat(partners.body()).contains(partner.endpoint(), "not-allowed", "allowed-hosts");
      // What comes meanwhile from the same partner is not refused for good.
      String next = Messages.freshId();
      for (String message :
          List.of(Messages.order("typo", next), Messages.ping("typo", Messages.freshId()))) {
        Answer answer = wrong.client().message(message);
        assertThat(answer.status()).as(answer.toString()).isEqualTo(503);
        assertThat(answer.header("Retry-After")).matches("[1-9]\\d*");
      }
      assertThat(wrong.client().get("/api/v1/inbox/" + next).status()).isEqualTo(404);
    }
    // Not before: the partner may read what the first server sent when it ended much later.
    busy.set(false);
    try (EbmsServer corrected = start()) {
      EbmsClient client = corrected.client();
      MessagingIT.awaitState(client, reliable, "delivered");
      MessagingIT.awaitState(client, once, "delivered");
      await().atMost(LIMIT).until(() -> partner.references().contains(received));
      await().atMost(LIMIT).until(() -> corrected.count(pongs) == 0);
      assertThat(partner.references().stream().filter(pings::contains))
          .containsExactlyInAnyOrderElementsOf(pings);

      // Twice, so that the loop that sends has looked for all that is due since.
      for (int i = 0; i < 2; i++) {
        MessagingIT.awaitState(client, send(corrected, "typo"), "delivered");
      }
      assertThat(paused.received()).isEmpty();
      assertThat(MessagingIT.state(client, kept)).isEqualTo("pending");
      assertThat(client.get("/api/v1/partners/paused").body())
          .contains(paused.endpoint(), "\"operator\":\"" + EbmsServer.USERNAME + "\"");
      expire(corrected, send(corrected, "paused"));
      assertThat(act(corrected, "resume")).isEqualTo(204);
      MessagingIT.awaitState(client, kept, "delivered");
      assertThat(paused.received()).hasSize(1);
      assertThat(act(corrected, "resume")).isEqualTo(404);
      assertThat(client.get("/ebms-admin/actions").body()).contains("pause", "resume");
    }
  }
}
