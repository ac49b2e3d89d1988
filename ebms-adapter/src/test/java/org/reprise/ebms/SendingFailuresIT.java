package org.reprise.ebms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.ebms.EbmsClient.Answer;

/** The database fails while messages are sent: each of them is sent later or ends. */
class SendingFailuresIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);

  private static final EbmsServer SERVER = EbmsServer.narrow();

  @AfterEach
  void removeFaults() {
    SERVER.execute("drop function if exists hide, refuse cascade");
    SERVER.execute("drop sequence if exists tries");
  }

  @Test
  void sendsUnreadablePayloadOnceItIsReadable() {
    try (Partner beta = Partner.willing()) {
      SERVER.agree(Cpas.named("unreadable").reliable("never").betaAt(beta.endpoint()));
      SERVER.execute(
          """
          create function hide() returns trigger language plpgsql as $$ begin
            alter table payload_piece rename content to hidden; return new; end $$;
          create trigger hide after insert on delivery for each row execute function hide()\
          """);
      String id = Messages.freshId();
      Answer answer =
          SERVER.client().form("/api/v1/messages", EbmsClient.order("unreadable", id), new byte[9]);
      assertThat(answer.status()).as(answer.toString()).isEqualTo(202);
      String unsent = "reprise_ebms_sent_total{application=\"ebms-adapter\",outcome=\"unsent\"";
      double before = SERVER.metric(unsent);
      await().atMost(LIMIT).until(() -> SERVER.metric(unsent) >= before + 4);
      // The pauses are 1, 2, 4 and 8 seconds: the one after the fourth try is recorded with its
      // row.
      await()
          .atMost(LIMIT)
          .until(() ->
              SERVER.count(
                      "select count(*) from delivery where next_attempt_at > now() + interval '4 s'"
                          + " and message_id = '%s'".formatted(id))
                  == 1);
      assertThat(MessagingIT.state(SERVER.client(), id)).isEqualTo("pending");
      SERVER.execute("drop trigger hide on delivery");
      SERVER.execute("alter table payload_piece rename hidden to content");
      MessagingIT.awaitState(SERVER.client(), id, "delivered");
      assertThat(beta.received()).hasSize(1);
      assertThat(beta.received().getFirst().payloads()).hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void endsMessageWhosePayloadIsIncomplete(boolean reliable) {
    String cpaId = "incomplete-" + reliable;
    try (Partner beta = Partner.willing()) {
      Cpas cpa = Cpas.named(cpaId).betaAt(beta.endpoint());
      SERVER.agree(reliable ? cpa.retries(1, "PT0.1S") : cpa.reliable("never"));
      SERVER.execute(
          """
          create function hide() returns trigger language plpgsql as $$ begin
            delete from payload_piece p using payload l
            where l.id = p.payload and l.message = new.message and p.number = 1;
            return new; end $$;
          create trigger hide after insert on delivery for each row execute function hide()\
          """);
      String id = Messages.freshId();
      Answer answer =
          SERVER.client().form("/api/v1/messages", EbmsClient.order(cpaId, id), new byte[300_000]);
      assertThat(answer.status()).as(answer.toString()).isEqualTo(202);
      MessagingIT.awaitState(SERVER.client(), id, "failed");
      assertThat(SERVER.client().get("/api/v1/messages/" + id).json().get("detail").asString())
          .contains("not in the database");
      assertThat(beta.received()).isEmpty();
    }
  }

  @Test
  void unrecordableAnswerDoesNotLeaveMessagePending() {
    try (Partner beta = Partner.answering(n -> 404)) {
      SERVER.agree(Cpas.named("unnotable").reliable("never").betaAt(beta.endpoint()));
      SERVER.execute(
          """
          create function refuse() returns trigger language plpgsql as $$ begin
            if new.detail like '%404%' then raise exception sqlstate '22000'; end if;
            return new; end $$;
          create trigger refuse before insert on attempt for each row execute function refuse()\
          """);
      String id = Messages.freshId();
      SERVER.client().json("POST", "/api/v1/messages", EbmsClient.order("unnotable", id));
      MessagingIT.awaitState(SERVER.client(), id, "failed");
      assertThat(beta.received()).hasSize(1);
    }
  }

  @Test
  void slowsDownRecordingOfRejectedResult() {
    try (Partner beta = Partner.answering(n -> 404)) {
      SERVER.agree(Cpas.named("unrecorded").retries(3, "PT1H").betaAt(beta.endpoint()));
      String id = Messages.freshId();
      SERVER.execute("create sequence tries");
      // Of this message alone: others of this class may be under way.
      SERVER.execute(
          """
          create function refuse() returns trigger language plpgsql as $$ begin
            if exists (select from message where id = new.message and message_id = '%s') then
              perform nextval('tries'); raise exception sqlstate '22000'; end if;
            return new; end $$;
          create trigger refuse before insert on attempt for each row execute function refuse()\
          """
              .formatted(id));
      long before = System.nanoTime();
      SERVER.client().json("POST", "/api/v1/messages", EbmsClient.order("unrecorded", id));
      await().atMost(LIMIT).until(() -> SERVER.count("select last_value from tries") >= 3);
      assertThat(Duration.ofNanos(System.nanoTime() - before))
          .as("one second before the second try, two more before the third")
          .isGreaterThan(Duration.ofSeconds(2));
      SERVER.execute("drop function refuse cascade");
      await()
          .atMost(LIMIT)
          .until(() ->
              SERVER.count(
                      "select count(*) from delivery where claimed_by is null and message_id = '%s'"
                          .formatted(id))
                  == 1);
      assertThat(SERVER.count("select attempts from message where message_id = '%s'".formatted(id)))
          .isEqualTo(1);
    }
  }

  @Test
  void countsAttemptOnceWhenAcknowledgmentIsRecordedLater() {
    try (Partner beta =
        Partner.behaving(
            (n, message) -> new Partner.Reply(200, RetriesIT.acknowledgment(message.header())))) {
      SERVER.agree(Cpas.named("counted").retries(3, "PT1H").betaAt(beta.endpoint()));
      SERVER.execute("create sequence tries");
      SERVER.execute(
          """
          create function refuse() returns trigger language plpgsql as $$ begin
            if nextval('tries') = 1 then raise exception sqlstate '57P03'; end if;
            return new; end $$;
          create trigger refuse before insert on message_event
            for each row execute function refuse()\
          """);
      String id = Messages.freshId();
      SERVER.client().json("POST", "/api/v1/messages", EbmsClient.order("counted", id));
      MessagingIT.awaitState(SERVER.client(), id, "delivered");
      assertThat(SERVER.count("select attempts from message where message_id = '%s'".formatted(id)))
          .isEqualTo(1);
      assertThat(beta.received()).hasSize(1);
    }
  }

  @Test
  void locksMessageBeforeDelivery() throws Exception {
    try (Partner beta = Partner.willing();
        Connection connection = SERVER.database().connect();
        Statement statement = connection.createStatement()) {
      SERVER.agree(Cpas.named("order").retries(3, "PT1H").betaAt(beta.endpoint()));
      String id = Messages.freshId();
      SERVER.client().json("POST", "/api/v1/messages", EbmsClient.order("order", id));
      await()
          .atMost(LIMIT)
          .until(() ->
              SERVER.count(
                      "select count(*) from delivery where attempts = 1 and message_id = '%s'"
                          .formatted(id))
                  == 1);
      connection.setAutoCommit(false);
      statement.execute("select from message where message_id = '%s' for update".formatted(id));
      String document =
          new String(
              RetriesIT.acknowledgment(beta.received().getFirst().header()),
              java.nio.charset.StandardCharsets.UTF_8);
      Thread acknowledging = Thread.ofVirtual().start(() -> SERVER.client().message(document));
      await()
          .atMost(LIMIT)
          .until(() ->
              SERVER.count(
                      "select count(*) from pg_stat_activity where wait_event_type = 'Lock'"
                          + " and datname = current_database()")
                  == 1);
      // The transaction that waits for the message has not locked its delivery, or this would fail.
      try (ResultSet row =
          statement.executeQuery(
              "select from delivery where message_id = '%s' for update nowait".formatted(id))) {
        assertThat(row.next()).isTrue();
      }
      connection.rollback();
      acknowledging.join();
      assertThat(MessagingIT.state(SERVER.client(), id)).isEqualTo("delivered");
    }
  }
}
