package org.reprise.ebms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** A row of the database that cannot be used holds up no other. */
class SpoiledRowsIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);

  private static final EbmsServer SERVER = EbmsServer.shared();

  /** Runs a statement for each new delivery of some messages, before it is stored. */
  private static void beforeDelivery(String name, String sql) {
    SERVER.execute(
        """
        create function %1$s() returns trigger language plpgsql as $$ begin
          if new.message_id like '%1$s-%%' then %2$s; end if; return new; end $$;
        create trigger %1$s before insert on delivery for each row execute function %1$s()\
        """
            .formatted(name, sql));
  }

  private static String send(String cpaId, String id) {
    EbmsClient.Answer answer =
        SERVER.client().json("POST", "/api/v1/messages", EbmsClient.lastingOrder(cpaId, id));
    assertThat(answer.status()).as(answer.toString()).isEqualTo(202);
    return id;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void sendsOtherMessagesAndEndsTheUnreadableOne(boolean reliable) {
    String name = reliable ? "reliable" : "once";
    beforeDelivery(name, "new.endpoint := 'no endpoint'");
    try (Partner beta = Partner.willing()) {
      Cpas cpa = Cpas.named(name).betaAt(beta.endpoint());
      SERVER.agree(reliable ? cpa.retries(1, "PT1S") : cpa.reliable("never"));
      String spoiled = send(name, name + "-" + Messages.freshId());
      await()
          .atMost(LIMIT)
          .until(() ->
              SERVER.count("select attempts from message where message_id = '" + spoiled + "'")
                  > 0);
      String good = send(name, Messages.freshId());
      await().atMost(LIMIT).until(() -> beta.received().size() == 1);
      assertThat(beta.received().getFirst().header().messageData().messageId()).isEqualTo(good);
      MessagingIT.awaitState(SERVER.client(), spoiled, "failed");
      JsonNode message = SERVER.client().get("/api/v1/messages/" + spoiled).json();
      assertThat(message.get("detail").asString()).contains("no endpoint");
      assertThat(message.get("attempts").asInt()).isEqualTo(reliable ? 2 : 1);
      SERVER.execute("drop function " + name + " cascade");
    }
  }

  @Test
  void expiresMessageWhoseHeaderCannotBeRead() {
    try (Partner beta = Partner.answering(n -> 503)) {
      SERVER.agree(Cpas.named("no-header").retries(3, "PT1H").betaAt(beta.endpoint()));
      String id = send("no-header", Messages.freshId());
      SERVER.execute("update message set from_ids = '' where message_id = '" + id + "'");
      SERVER.execute("update delivery set expires_at = now() where message_id = '" + id + "'");
      await()
          .atMost(LIMIT)
          .until(() ->
              SERVER.count(
                      "select count(*) from message_event where kind = 'EXPIRED'"
                          + " and message_id = '%s'".formatted(id))
                  == 1);
      SERVER.execute("delete from message where message_id = '" + id + "'");
    }
  }

  @Test
  void endsOtherMessagesWhenOneCannotBeEnded() {
    SERVER.execute(
        """
        create function unended() returns trigger language plpgsql as $$ begin
          if new.message_id like 'unended-%' then raise exception sqlstate '22000'; end if;
          return new; end $$;
        create trigger unended before insert on message_event
          for each row execute function unended()\
        """);
    try (Partner beta = Partner.answering(n -> 503)) {
      SERVER.agree(Cpas.named("unended").retries(3, "PT1H").betaAt(beta.endpoint()));
      send("unended", "unended-" + Messages.freshId());
      String other = send("unended", Messages.freshId());
      String ours = "(select id from message where cpa_id = 'unended' and state = 'PENDING')";
      String tried = "select count(*) from delivery where attempts > 0 and message in " + ours;
      await().atMost(LIMIT).until(() -> SERVER.count(tried) == 2);
      SERVER.execute("update delivery set expires_at = now() where message in " + ours);
      MessagingIT.awaitState(SERVER.client(), other, "expired");
      assertThat(SERVER.count("select count(*) from " + ours)).isOne();
      SERVER.execute("drop function unended cascade");
    }
  }
}
