package org.reprise.ebms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.ebms.EbmsClient.Answer;

/** The database fails while messages are sent: each of them is sent later or ends. */
class SendingFailuresIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);

  @SuppressWarnings("NullAway.Init") // before all tests
  private static EbmsServer server;

  @SuppressWarnings("NullAway.Init") // before all tests
  private static EbmsServer persistent;

  @BeforeAll
  static void start() {
    server =
        EbmsServer.start(
            "--reprise.ebms.send.queue-capacity=1",
            "--reprise.ebms.send.connections=1",
            "--reprise.ebms.messages.look=10ms");
    persistent = EbmsServer.start("--reprise.ebms.ping.persist=true", "--reprise.ebms.lease=2s");
  }

  @AfterAll
  static void stop() {
    server.close();
    persistent.close();
  }

  @AfterEach
  void removeFaults() {
    execute(server, "drop function if exists hide, refuse cascade");
    execute(server, "drop sequence if exists tries");
    execute(persistent, "delete from delivery");
  }

  private static void execute(EbmsServer server, String sql) {
    try (Connection connection = server.database().connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  @Test
  void sendsUnreadablePayloadOnceItIsReadable() {
    try (Partner beta = Partner.willing()) {
      server.agree(Cpas.named("unreadable").reliable("never").betaAt(beta.endpoint()));
      execute(
          server,
          """
          create function hide() returns trigger language plpgsql as $$ begin
            alter table payload_piece rename content to hidden; return new; end $$;
          create trigger hide after insert on delivery for each row execute function hide()\
          """);
      String id = Messages.freshId();
      Answer answer =
          server.client().form("/api/v1/messages", EbmsClient.order("unreadable", id), new byte[9]);
      assertThat(answer.status()).as(answer.toString()).isEqualTo(202);
      String unsent = "reprise_ebms_sent_total{application=\"ebms-adapter\",outcome=\"unsent\"";
      double before = server.metric(unsent);
      await().atMost(LIMIT).until(() -> server.metric(unsent) >= before + 4);
      // The pauses are 1, 2, 4 and 8 seconds: the one after the fourth try is recorded with its
      // row.
      await()
          .atMost(LIMIT)
          .until(() ->
              server.count(
                      "select count(*) from delivery where next_attempt_at > now() + interval '4 s'")
                  == 1);
      assertThat(MessagingIT.state(server.client(), id)).isEqualTo("pending");
      execute(server, "drop trigger hide on delivery");
      execute(server, "alter table payload_piece rename hidden to content");
      MessagingIT.awaitState(server.client(), id, "delivered");
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
      server.agree(reliable ? cpa.retries(1, "PT0.1S") : cpa.reliable("never"));
      execute(
          server,
          """
          create function hide() returns trigger language plpgsql as $$ begin
            delete from payload_piece p using payload l
            where l.id = p.payload and l.message = new.message and p.number = 1;
            return new; end $$;
          create trigger hide after insert on delivery for each row execute function hide()\
          """);
      String id = Messages.freshId();
      Answer answer =
          server.client().form("/api/v1/messages", EbmsClient.order(cpaId, id), new byte[300_000]);
      assertThat(answer.status()).as(answer.toString()).isEqualTo(202);
      MessagingIT.awaitState(server.client(), id, "failed");
      assertThat(server.client().get("/api/v1/messages/" + id).json().get("detail").asString())
          .contains("not in the database");
      assertThat(beta.received()).isEmpty();
    }
  }

  @Test
  void unrecordableAnswerDoesNotLeaveMessagePending() {
    try (Partner beta = Partner.answering(n -> 404)) {
      server.agree(Cpas.named("unnotable").reliable("never").betaAt(beta.endpoint()));
      execute(
          server,
          """
          create function refuse() returns trigger language plpgsql as $$ begin
            if new.detail like '%404%' then raise exception sqlstate '22000'; end if;
            return new; end $$;
          create trigger refuse before insert on attempt for each row execute function refuse()\
          """);
      String id = Messages.freshId();
      server.client().json("POST", "/api/v1/messages", EbmsClient.order("unnotable", id));
      MessagingIT.awaitState(server.client(), id, "failed");
      assertThat(beta.received()).hasSize(1);
    }
  }

  @Test
  void sendsPongOfLostTakeOver() {
    try (Partner alpha = Partner.willing()) {
      // As if the database had given the row to this instance and the answer had been lost.
      execute(
          persistent,
          """
          insert into delivery (message_id, endpoint, envelope, reliable, retries, retry_interval,
            next_attempt_at, expires_at, claimed_by)
          select 'pong lost', '%s', convert_to('%s', 'UTF8'), false, 0, 0, now(),
            now() + interval '1 hour', id from node\
          """
              .formatted(
                  alpha.endpoint(),
                  Messages.signal(
                      "c",
                      "pong@x",
                      "Pong",
                      "<e:RefToMessageId>ping@x</e:RefToMessageId>",
                      "",
                      "")));
      await().atMost(LIMIT).until(() -> alpha.references().contains("ping@x"));
      await().atMost(LIMIT).until(() -> persistent.count("select count(*) from delivery") == 0);
    }
  }

  @Test
  void slowsDownRecordingOfRejectedResult() {
    try (Partner beta = Partner.answering(n -> 404)) {
      server.agree(Cpas.named("unrecorded").retries(3, "PT1H").betaAt(beta.endpoint()));
      execute(server, "create sequence tries");
      execute(
          server,
          """
          create function refuse() returns trigger language plpgsql as $$ begin
            perform nextval('tries'); raise exception sqlstate '22000'; end $$;
          create trigger refuse before insert on attempt for each row execute function refuse()\
          """);
      String id = Messages.freshId();
      long before = System.nanoTime();
      server.client().json("POST", "/api/v1/messages", EbmsClient.order("unrecorded", id));
      await().atMost(LIMIT).until(() -> server.count("select last_value from tries") >= 3);
      assertThat(Duration.ofNanos(System.nanoTime() - before))
          .as("one second before the second try, two more before the third")
          .isGreaterThan(Duration.ofSeconds(2));
      execute(server, "drop function refuse cascade");
      await()
          .atMost(LIMIT)
          .until(() ->
              server.count(
                      "select count(*) from delivery where claimed_by is null and message_id = '%s'"
                          .formatted(id))
                  == 1);
      assertThat(server.count("select attempts from message where message_id = '%s'".formatted(id)))
          .isEqualTo(1);
    }
  }

  @Test
  void claimsNothingWithoutLease() throws Exception {
    try (Partner beta = Partner.willing();
        EbmsServer own = EbmsServer.start("--reprise.ebms.lease=500ms");
        Connection locking = own.database().connect();
        Statement statement = locking.createStatement()) {
      own.agree(Cpas.named("lapsed").retries(3, "PT1H").betaAt(beta.endpoint()));
      execute(own, "create sequence claims");
      execute(
          own,
          """
          create function claimed() returns trigger language plpgsql as $$ begin
            perform nextval('claims'); return new; end $$;
          create trigger claimed before update on delivery for each row execute function claimed()\
          """);
      locking.setAutoCommit(false);
      statement.execute("lock table node in exclusive mode");
      await()
          .atMost(LIMIT)
          .until(() -> own.count("select count(*) from node where expires_at > now()") == 0);
      String id = Messages.freshId();
      own.client().json("POST", "/api/v1/messages", EbmsClient.order("lapsed", id));
      String claims = "select count(*) from claims where is_called";
      await().during(Duration.ofSeconds(1)).atMost(LIMIT).until(() -> own.count(claims) == 0);
      locking.rollback();
      await().atMost(LIMIT).until(() -> beta.received().size() == 1);
    }
  }

  @Test
  void countsAttemptOnceWhenAcknowledgmentIsRecordedLater() {
    try (Partner beta =
        Partner.behaving(
            (n, message) -> new Partner.Reply(200, RetriesIT.acknowledgment(message.header())))) {
      server.agree(Cpas.named("counted").retries(3, "PT1H").betaAt(beta.endpoint()));
      execute(server, "create sequence tries");
      execute(
          server,
          """
          create function refuse() returns trigger language plpgsql as $$ begin
            if nextval('tries') = 1 then raise exception sqlstate '57P03'; end if;
            return new; end $$;
          create trigger refuse before insert on message_event
            for each row execute function refuse()\
          """);
      String id = Messages.freshId();
      server.client().json("POST", "/api/v1/messages", EbmsClient.order("counted", id));
      MessagingIT.awaitState(server.client(), id, "delivered");
      assertThat(server.count("select attempts from message where message_id = '%s'".formatted(id)))
          .isEqualTo(1);
      assertThat(beta.received()).hasSize(1);
    }
  }

  @Test
  void renewsLeaseWhilePoolIsExhausted() throws Exception {
    try (EbmsServer own =
            EbmsServer.start(
                "--reprise.ebms.lease=2s", "--spring.datasource.hikari.connection-timeout=250");
        Connection locking = own.database().connect();
        Statement statement = locking.createStatement()) {
      locking.setAutoCommit(false);
      // Threads that send, receive or clean up wait for these tables, each with a connection of the
      // pool.
      statement.execute("lock table message, delivery, agreement_revision, signal_request");
      String expires = "select extract(epoch from max(expires_at)) * 1000 from node";
      long before = own.count(expires);
      await().atMost(LIMIT).until(() -> own.count(expires) > before + 4000);
      assertThat(own.count("select count(*) from node where expires_at > now()")).isEqualTo(1);
      locking.rollback();
    }
  }

  @Test
  void locksMessageBeforeDelivery() throws Exception {
    try (Partner beta = Partner.willing();
        Connection connection = server.database().connect();
        Statement statement = connection.createStatement()) {
      server.agree(Cpas.named("order").retries(3, "PT1H").betaAt(beta.endpoint()));
      String id = Messages.freshId();
      server.client().json("POST", "/api/v1/messages", EbmsClient.order("order", id));
      await()
          .atMost(LIMIT)
          .until(() ->
              server.count(
                      "select count(*) from delivery where attempts = 1 and message_id = '%s'"
                          .formatted(id))
                  == 1);
      connection.setAutoCommit(false);
      statement.execute("select from message where message_id = '%s' for update".formatted(id));
      String document =
          new String(
              RetriesIT.acknowledgment(beta.received().getFirst().header()),
              java.nio.charset.StandardCharsets.UTF_8);
      Thread acknowledging = Thread.ofVirtual().start(() -> server.client().message(document));
      await()
          .atMost(LIMIT)
          .until(() ->
              server.count(
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
      assertThat(MessagingIT.state(server.client(), id)).isEqualTo("delivered");
    }
  }
}
