package org.reprise.ebms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestDatabase;
import tools.jackson.databind.JsonNode;

/** A row of the database that cannot be used holds up no other. */
class SpoiledRowsIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);

  @SuppressWarnings("NullAway.Init") // before all tests
  private static EbmsServer server;

  @BeforeAll
  static void start() {
    server =
        EbmsServer.start(
            "--reprise.ebms.ping.persist=true",
            "--reprise.ebms.lease=2s",
            "--reprise.ebms.messages.look=50ms");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static void execute(String sql) {
    try (Connection connection = server.database().connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  /** Runs a statement for each new delivery of some messages, before it is stored. */
  private static void beforeDelivery(String name, String sql) {
    execute(
        """
        create function %1$s() returns trigger language plpgsql as $$ begin
          if new.message_id like '%1$s-%%' then %2$s; end if; return new; end $$;
        create trigger %1$s before insert on delivery for each row execute function %1$s()\
        """
            .formatted(name, sql));
  }

  private static String send(String cpaId, String id) {
    EbmsClient.Answer answer =
        server.client().json("POST", "/api/v1/messages", EbmsClient.lastingOrder(cpaId, id));
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
      server.agree(reliable ? cpa.retries(1, "PT1S") : cpa.reliable("never"));
      String spoiled = send(name, name + "-" + Messages.freshId());
      await()
          .atMost(LIMIT)
          .until(() ->
              server.count("select attempts from message where message_id = '" + spoiled + "'")
                  > 0);
      String good = send(name, Messages.freshId());
      await().atMost(LIMIT).until(() -> beta.received().size() == 1);
      assertThat(beta.received().getFirst().header().messageData().messageId()).isEqualTo(good);
      MessagingIT.awaitState(server.client(), spoiled, "failed");
      JsonNode message = server.client().get("/api/v1/messages/" + spoiled).json();
      assertThat(message.get("detail").asString()).contains("no endpoint");
      assertThat(message.get("attempts").asInt()).isEqualTo(reliable ? 2 : 1);
    }
  }

  @Test
  void expiresMessageWhoseHeaderCannotBeRead() {
    try (Partner beta = Partner.answering(n -> 503)) {
      server.agree(Cpas.named("no-header").retries(3, "PT1H").betaAt(beta.endpoint()));
      String id = send("no-header", Messages.freshId());
      execute("update message set from_ids = '' where message_id = '" + id + "'");
      execute("update delivery set expires_at = now() where message_id = '" + id + "'");
      await()
          .atMost(LIMIT)
          .until(() ->
              server.count(
                      "select count(*) from message_event where kind = 'EXPIRED'"
                          + " and message_id = '%s'".formatted(id))
                  == 1);
      execute("delete from message where message_id = '" + id + "'");
    }
  }

  @Test
  void endsOtherMessagesWhenOneCannotBeEnded() {
    execute(
        """
        create function unended() returns trigger language plpgsql as $$ begin
          if new.message_id like 'unended-%' then raise exception sqlstate '22000'; end if;
          return new; end $$;
        create trigger unended before insert on message_event
          for each row execute function unended()\
        """);
    try (Partner beta = Partner.answering(n -> 503)) {
      server.agree(Cpas.named("unended").retries(3, "PT1H").betaAt(beta.endpoint()));
      send("unended", "unended-" + Messages.freshId());
      String other = send("unended", Messages.freshId());
      await()
          .atMost(LIMIT)
          .until(() -> server.count("select count(*) from delivery where attempts > 0") >= 2);
      execute("update delivery set expires_at = now()");
      MessagingIT.awaitState(server.client(), other, "expired");
      assertThat(server.count("select count(*) from message where state = 'PENDING'")).isOne();
      execute("drop function unended cascade");
    }
  }

  @Test
  void storesOtherPongsWhereOneIsRefused() throws Exception {
    execute(
        "alter table delivery add constraint refused"
            + " check (convert_from(envelope, 'UTF8') not like '%refused-pong-%')");
    try (Partner alpha = Partner.willing();
        ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();
        Connection connection = server.database().connect();
        Statement statement = connection.createStatement()) {
      server.agree(Cpas.named("refused-pong").alphaAt(alpha.endpoint()));
      connection.setAutoCommit(false);
      statement.execute("lock table delivery in exclusive mode");
      List<Future<EbmsClient.Answer>> others = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        String ping = Messages.ping("refused-pong", Messages.freshId());
        others.add(callers.submit(() -> server.client().message(ping)));
      }
      Future<EbmsClient.Answer> refused =
          callers.submit(() ->
              server
                  .client()
                  .message(Messages.ping("refused-pong", "refused-pong-" + Messages.freshId())));
      // One is being stored; the rest will share a statement.
      String partner = alpha.endpoint().replaceAll("http://|/.*", "");
      await()
          .atMost(LIMIT)
          .until(() ->
              server.metric("reprise_ebms_queue{application=\"ebms-adapter\",partner=\"" + partner)
                  == 21);
      connection.rollback();
      for (Future<EbmsClient.Answer> other : others) {
        assertThat(other.get().status()).isEqualTo(204);
      }
      assertThat(refused.get().status()).as(refused.get().toString()).isEqualTo(500);
      assertThat(ReceivingIT.error(refused.get()).code()).isEqualTo("Unknown");
      await().atMost(LIMIT).until(() -> alpha.references().size() == 20);
      await()
          .atMost(LIMIT)
          .until(() -> server.count("select count(*) from delivery where message is null") == 0);
    } finally {
      execute("alter table delivery drop constraint refused");
    }
  }

  @Test
  void readerOfEventsGoesOnAfterRestoredDump() {
    Database database = TestDatabase.freshDatabase();
    try (EbmsServer before = EbmsServer.start(database)) {
      assertThat(before.client().get("/api/v1/inbox").status()).isEqualTo(200);
    }
    // As a dump leaves them in a cluster that has begun fewer transactions than the one before.
    restore(
        database,
        """
        insert into message_event (tx, kind, message_id, cpa_id, service, action) values
          ('10', 'RECEIVED', 'old', 'c', 's', 'a'),
          ('%d', 'RECEIVED', 'late', 'c', 's', 'a');
        update event_origin set cluster = 'another'\
        """
            .formatted(1L << 40));
    try (EbmsServer restored = EbmsServer.start(database)) {
      restored.agree(Cpas.named("restored").acknowledgingInResponse());
      String id = Messages.freshId();
      assertThat(restored.client().message(Messages.order("restored", id)).status()).isEqualTo(200);
      // Once no older transaction is left.
      await().atMost(LIMIT).until(() -> events(restored, "0.0").contains(id));
      assertThat(events(restored, "0.0")).containsExactly("old", "late", id);
      // As an earlier version gave it.
      assertThat(events(restored, "10.1")).containsExactly("late", id);
      assertThat(events(restored, "0.%d.2".formatted(1L << 50))).containsExactly(id);
    }
  }

  @Test
  void readerGoesOnAfterDatabaseLostTransactions() {
    Database database = TestDatabase.freshDatabase();
    try (EbmsServer server = EbmsServer.start(database)) {
      server.agree(Cpas.named("lost").acknowledgingInResponse());
      String id = Messages.freshId();
      assertThat(server.client().message(Messages.order("lost", id)).status()).isEqualTo(200);
      await().atMost(LIMIT).until(() -> events(server, "0.0").contains(id));
      long origin = database.count("select number from event_origin");
      // As a snapshot of the machine leaves them, or a standby that had not heard of the last ones.
      String ahead = "%d.%d.2".formatted(origin, 1L << 50);
      assertThat(events(server, ahead)).containsExactly(id);
      restore(database, "update event_origin set cluster = 'another'");
      await()
          .atMost(LIMIT)
          .until(() -> database.count("select number from event_origin") == origin + 1);
      String next = Messages.freshId();
      assertThat(server.client().message(Messages.order("lost", next)).status()).isEqualTo(200);
      await().atMost(LIMIT).until(() -> events(server, "0.0").contains(next));
      assertThat(events(server, ahead)).containsExactly(next);
      assertThat(events(server, "%d.0.0".formatted(origin + 9))).containsExactly(next);
    }
  }

  private static List<String> events(EbmsServer server, String after) {
    JsonNode events = server.client().get("/api/v1/events?after=" + after).json().get("events");
    return events.valueStream().map(event -> event.get("messageId").asString()).toList();
  }

  private static void restore(Database database, String sql) {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }
}
