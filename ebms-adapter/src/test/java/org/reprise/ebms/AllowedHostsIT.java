package org.reprise.ebms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.reprise.ebms.EbmsClient.Answer;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestDatabase;

/** A wrong {@code allowed-hosts} keeps messages waiting until it is corrected. */
class AllowedHostsIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);
  // Partners are at 127.0.0.1.
  private static final String WRONG = "--reprise.ebms.allowed-hosts=partner.example";
  private static final String PERSISTED = "--reprise.ebms.ping.persist=true";

  private final Database database = TestDatabase.freshDatabase();
  private final AtomicBoolean busy = new AtomicBoolean(true);

  private Partner partner() {
    return Partner.behaving((n, message) ->
        busy.get()
            ? Partner.Reply.of(503)
            : message.envelope().ackRequested() == null
                ? Partner.Reply.of(204)
                : new Partner.Reply(200, RetriesIT.acknowledgment(message.header())));
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

  private void execute(String sql) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Test
  void keepsBacklogWaitingUntilTheSettingIsCorrected() throws SQLException {
    String reliable;
    String once;
    String late;
    String received = Messages.freshId();
    String ping = Messages.freshId();
    try (Partner partner = partner()) {
      try (EbmsServer right = EbmsServer.start(database, PERSISTED)) {
        right.agree(
            Cpas.named("typo")
                .retries(3, "PT1H")
                .alphaAt(partner.endpoint())
                .betaAt(partner.endpoint()));
        right.agree(Cpas.named("typo-once").reliable("never").betaAt(partner.endpoint()));
        // So that nothing is on its way when the service ends: a best-effort message would fail.
        execute(
            """
            create function later() returns trigger language plpgsql as $$ begin
              new.next_attempt_at := now() + interval '1 hour'; return new; end $$;
            create trigger later before insert on delivery for each row execute function later()\
            """);
        reliable = send(right, "typo");
        late = send(right, "typo");
        once = send(right, "typo-once");
        assertThat(right.client().message(Messages.order("typo", received)).status())
            .isEqualTo(204);
        assertThat(right.client().message(Messages.ping("typo", ping)).status()).isEqualTo(204);
      }
      execute("drop function later cascade");
      execute("update delivery set next_attempt_at = now()");
      try (EbmsServer wrong = EbmsServer.start(database, PERSISTED, WRONG)) {
        for (String id : List.of(reliable, late, once)) {
          await()
              .atMost(LIMIT)
              .untilAsserted(() -> assertThat(attempts(wrong, id)).contains("allowed-hosts"));
        }
        execute("update delivery set expires_at = now() where message_id = '" + late + "'");
        MessagingIT.awaitState(wrong.client(), late, "expired");
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
      try (EbmsServer corrected = EbmsServer.start(database, PERSISTED)) {
        MessagingIT.awaitState(corrected.client(), reliable, "delivered");
        MessagingIT.awaitState(corrected.client(), once, "delivered");
        await().atMost(LIMIT).until(() -> partner.references().contains(received));
        await().atMost(LIMIT).until(() -> partner.references().contains(ping));
      }
    }
  }
}
