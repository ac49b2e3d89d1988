package org.reprise.ebms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.reprise.ebms.EbmsClient.Answer;

/** The database fails in the middle of sending: everything that was begun is brought to an end. */
class SendingFailuresIT {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final String[] PERSISTED = {
    "--reprise.ebms.ping.persist=true", "--reprise.ebms.lease=2s"
  };

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
    try (Partner beta = Partner.willing();
        EbmsServer server =
            EbmsServer.start(
                "--reprise.ebms.send.queue-capacity=1", "--reprise.ebms.send.connections=1")) {
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
      await().atMost(LIMIT).until(() -> server.metric(unsent) >= 2);
      assertThat(MessagingIT.state(server.client(), id)).isEqualTo("pending");
      execute(server, "drop trigger hide on delivery");
      execute(server, "alter table payload_piece rename hidden to content");
      MessagingIT.awaitState(server.client(), id, "delivered");
      assertThat(beta.received()).hasSize(1);
      assertThat(beta.received().getFirst().payloads()).hasSize(1);
    }
  }

  @Test
  void unrecordableAnswerDoesNotLeaveMessagePending() {
    try (Partner beta = Partner.answering(n -> 404);
        EbmsServer server = EbmsServer.start()) {
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
  void sendsPongsOfLostTakeOver() {
    try (Partner alpha = Partner.answering(n -> n == 1 ? 503 : 204);
        EbmsServer server = EbmsServer.start(PERSISTED)) {
      server.agree(Cpas.named("lost-claim").alphaAt(alpha.endpoint()));
      String id = Messages.freshId();
      execute(
          server,
          """
          create table copied as select * from pong_outbox with no data;
          create function copied() returns trigger language plpgsql as $$ begin
            insert into copied select new.*; return new; end $$;
          create trigger copied after insert on pong_outbox for each row execute function copied()\
          """);
      assertThat(server.client().message(Messages.ping("lost-claim", id)).status()).isEqualTo(204);
      await().atMost(LIMIT).until(() -> server.count("select count(*) from pong_outbox") == 0);
      int before = alpha.received().size();
      // As where the database gave a row to this instance, and the answer was lost.
      execute(server, "drop trigger copied on pong_outbox");
      execute(
          server,
          """
          insert into pong_outbox (id, node_id, pongs)
          select gen_random_uuid(), node_id, pongs from copied\
          """);
      await().atMost(LIMIT).until(() -> alpha.received().size() > before);
      await().atMost(LIMIT).until(() -> server.count("select count(*) from pong_outbox") == 0);
      assertThat(alpha.references()).containsOnly(id);
    }
  }

  @Test
  void unreadablePongsDoNotBlockOthers() {
    try (Partner alpha = Partner.willing();
        EbmsServer server = EbmsServer.start(PERSISTED)) {
      server.agree(Cpas.named("unreadable-pong").alphaAt(alpha.endpoint()));
      execute(
          server,
          """
          insert into pong_outbox (id, node_id, pongs, created_at)
          select gen_random_uuid(), gen_random_uuid(), 'nonsense', now() - interval '1 hour'
          from generate_series(1, 25)\
          """);
      await()
          .atMost(LIMIT)
          .until(() ->
              server.count(
                      "select count(*) from pong_outbox where node_id in (select id from node)")
                  == 25);
      String id = Messages.freshId();
      assertThat(server.client().message(Messages.ping("unreadable-pong", id)).status())
          .isEqualTo(204);
      await().atMost(LIMIT).until(() -> alpha.references().contains(id));
    }
  }

  @Test
  void renewsLeaseWhilePoolIsExhausted() throws Exception {
    try (EbmsServer server =
            EbmsServer.start(
                "--reprise.ebms.lease=2s", "--spring.datasource.hikari.connection-timeout=250");
        Connection locking = server.database().connect();
        Statement statement = locking.createStatement()) {
      locking.setAutoCommit(false);
      // Everybody who sends, receives or keeps house waits for these, with a connection of the
      // pool.
      statement.execute("lock table message, delivery, agreement_revision, ping");
      String expires = "select extract(epoch from max(expires_at)) * 1000 from node";
      long before = server.count(expires);
      await().atMost(LIMIT).until(() -> server.count(expires) > before + 6000);
      assertThat(server.count("select count(*) from node where expires_at > now()")).isEqualTo(1);
      locking.rollback();
    }
  }

  @Test
  void locksMessageBeforeDelivery() throws Exception {
    try (Partner beta = Partner.willing();
        EbmsServer server = EbmsServer.start();
        Connection connection = server.database().connect();
        Statement statement = connection.createStatement()) {
      server.agree(Cpas.named("order").retries(3, "PT1H").betaAt(beta.endpoint()));
      String id = Messages.freshId();
      server.client().json("POST", "/api/v1/messages", EbmsClient.order("order", id));
      await()
          .atMost(LIMIT)
          .until(() -> server.count("select count(*) from delivery where attempts = 1") == 1);
      connection.setAutoCommit(false);
      statement.execute("select from message for update");
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
      // Who waits for the message has not locked its delivery: this would fail at once.
      try (ResultSet row = statement.executeQuery("select from delivery for update nowait")) {
        assertThat(row.next()).isTrue();
      }
      connection.rollback();
      acknowledging.join();
      assertThat(MessagingIT.state(server.client(), id)).isEqualTo("delivered");
    }
  }
}
