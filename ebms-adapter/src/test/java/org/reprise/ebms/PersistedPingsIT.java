package org.reprise.ebms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestDatabase;

/** With persistence on, each accepted Ping gets its Pong, whichever process is killed meanwhile. */
class PersistedPingsIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final String[] PERSISTED = {
    "--reprise.ebms.ping.persist=true",
    "--reprise.ebms.lease=2s",
    // Partners of tests are slow where the machine is busy, and no Ping is to be refused for that.
    "--reprise.ebms.send.max-wait=1m",
    "--reprise.ebms.send.breaker-open=200ms"
  };

  // For those that are not killed: a slow machine does not take their lease.
  private static final String[] KEEPS_LEASE = {
    "--reprise.ebms.ping.persist=true",
    "--reprise.ebms.send.max-wait=1m",
    "--reprise.ebms.send.breaker-open=200ms"
  };

  @TempDir
  @SuppressWarnings("NullAway.Init") // by JUnit
  Path directory;

  private static List<String> ping(EbmsClient client, String cpaId, int count) {
    Queue<String> accepted = new ConcurrentLinkedQueue<>();
    try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < count; i++) {
        callers.execute(() -> {
          String id = Messages.freshId();
          if (client.message(Messages.ping(cpaId, id)).status() == 204) {
            accepted.add(id);
          }
        });
      }
    }
    return List.copyOf(accepted);
  }

  private static long rows(Database database) {
    return database.count("select count(*) from delivery where message_id like 'pong %'");
  }

  @Test
  void deletesPongsOnceSent() {
    try (Partner alpha = Partner.willing();
        EbmsServer server = EbmsServer.start(PERSISTED)) {
      server.agree(Cpas.named("kept").alphaAt(alpha.endpoint()));
      List<String> accepted = ping(server.client(), "kept", 300);
      assertThat(accepted).hasSize(300);
      await().atMost(LIMIT).until(() -> alpha.received().size() >= accepted.size());
      assertThat(alpha.references()).containsExactlyInAnyOrderElementsOf(accepted);
      await().atMost(LIMIT).until(() -> rows(server.database()) == 0);
    }
  }

  @Test
  void successorOfKilledProcessSendsItsPongsAndRepeatsNoOther() throws Exception {
    Database database = TestDatabase.freshDatabase();
    AtomicBoolean busy = new AtomicBoolean(true);
    try (Partner fine = Partner.willing();
        Partner dead = Partner.answering(n -> busy.get() ? 503 : 204)) {
      List<String> toFine = new ArrayList<>();
      List<String> toDead = new ArrayList<>();
      try (EbmsProcess first = EbmsProcess.start(database, directory.resolve("mixed"), PERSISTED)) {
        for (Cpas cpa :
            List.of(
                Cpas.named("fine").alphaAt(fine.endpoint()),
                Cpas.named("dead").alphaAt(dead.endpoint()))) {
          assertThat(first.client().xml("POST", "/api/v1/agreements", cpa.xml()).status())
              .isEqualTo(201);
        }
        // Together, so that some share a statement.
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
          Future<List<String>> dying = callers.submit(() -> ping(first.client(), "dead", 40));
          toFine.addAll(ping(first.client(), "fine", 200));
          toDead.addAll(dying.get());
        }
        assertThat(toFine).hasSize(200);
        assertThat(toDead).isNotEmpty();
        await().atMost(LIMIT).until(() -> rows(database) == toDead.size());
        first.kill();
      }
      busy.set(false);
      try (EbmsServer next = EbmsServer.start(database, PERSISTED)) {
        assertThat(next.client().get("/api/v1/agreements").body()).contains("dead", "fine");
        await().atMost(LIMIT).until(() -> rows(database) == 0);
      }
      assertSameMessagesEachTime(dead);
      // What the killed process wrote last may have been read and taken after its end.
      assertThat(dead.references()).hasSameElementsAs(toDead);
      assertThat(fine.references()).containsExactlyInAnyOrderElementsOf(toFine);
    }
  }

  private static void assertSameMessagesEachTime(Partner alpha) {
    Set<String> references = new HashSet<>();
    Set<String> ids = new HashSet<>();
    for (Partner.Received pong : alpha.received()) {
      references.add(String.valueOf(pong.header().messageData().refToMessageId()));
      ids.add(pong.header().messageData().messageId());
    }
    assertThat(ids).as("a Pong keeps its MessageId").hasSameSizeAs(references);
  }

  @Test
  void severalInstancesSendEachPongOnlyOnce() throws Exception {
    Database database = TestDatabase.freshDatabase();
    AtomicBoolean busy = new AtomicBoolean(true);
    try (Partner alpha = Partner.answering(n -> busy.get() ? 503 : 204);
        EbmsServer one = EbmsServer.start(database, KEEPS_LEASE);
        EbmsServer two = EbmsServer.start(database, KEEPS_LEASE);
        EbmsProcess third = EbmsProcess.start(database, directory.resolve("third"), PERSISTED)) {
      one.agree(Cpas.named("several").alphaAt(alpha.endpoint()));
      List<String> accepted = new ArrayList<>();
      List<String> ofKilled = List.of();
      for (EbmsClient client : List.of(one.client(), two.client(), third.client())) {
        await()
            .atMost(LIMIT)
            .until(() -> client.get("/api/v1/agreements").body().contains("several"));
        ofKilled = ping(client, "several", 25);
        accepted.addAll(ofKilled);
      }
      assertThat(accepted).hasSizeGreaterThan(25);
      assertThat(rows(database)).isEqualTo(accepted.size());
      third.kill();
      busy.set(false);
      await().atMost(LIMIT).until(() -> rows(database) == 0);
      // What the killed process wrote last may have been read and taken after its end.
      assertThat(alpha.references()).hasSameElementsAs(accepted);
      accepted.removeAll(ofKilled);
      List<String> ofOthers = new ArrayList<>(alpha.references());
      ofOthers.removeAll(ofKilled);
      assertThat(ofOthers).containsExactlyInAnyOrderElementsOf(accepted);
      assertSameMessagesEachTime(alpha);
    }
  }

  @Test
  void refusedPingGetsNoPongAlthoughItWasCommitted() throws Exception {
    Database database = TestDatabase.freshDatabase();
    try (Partner alpha = Partner.willing();
        DatabaseProxy proxy = new DatabaseProxy(database);
        EbmsServer server = EbmsServer.start(proxy.database(), PERSISTED)) {
      server.agree(Cpas.named("lost-answer").alphaAt(alpha.endpoint()));
      assertThat(ping(server.client(), "lost-answer", 1)).hasSize(1);
      await().atMost(LIMIT).until(() -> alpha.received().size() == 1);
      proxy.loseAnswers("INSERT 0 1");
      String id = Messages.freshId();
      EbmsClient.Answer answer = server.client().message(Messages.ping("lost-answer", id));
      assertThat(answer.status()).as(answer.toString()).isEqualTo(503);
      assertThat(answer.header("Retry-After")).matches("[1-9]\\d*");
      proxy.loseAnswers(null);
      assertThat(server.client().message(Messages.ping("lost-answer", id)).status()).isEqualTo(204);
      await().atMost(LIMIT).until(() -> rows(database) == 0);
      await().atMost(LIMIT).until(() -> alpha.received().size() == 2);
      assertThat(alpha.references().getLast()).isEqualTo(id);
      assertThat(server.metric("reprise_ebms_queue{application=\"ebms-adapter\"")).isZero();
    }
  }

  @Test
  void keepsNothingOfPingsThatDatabaseRefused() throws Exception {
    Database database = TestDatabase.freshDatabase();
    try (Partner alpha = Partner.willing();
        DatabaseProxy proxy = new DatabaseProxy(database);
        EbmsServer server = EbmsServer.start(proxy.database(), PERSISTED)) {
      server.agree(Cpas.named("full").alphaAt(alpha.endpoint()));
      execute(
          database,
          """
          create function refuse() returns trigger language plpgsql as $$ begin
            raise 'no space left' using errcode = 'disk_full'; end $$;
          create trigger refuse before insert on delivery
            for each statement execute function refuse()\
          """);
      assertThat(ping(server.client(), "full", 200)).isEmpty();
      long before = proxy.pongs();
      assertThat(before).isPositive();
      assertThat(ping(server.client(), "full", 1)).isEmpty();
      assertThat(proxy.pongs() - before).as("those of one Ping").isLessThan(20);
      execute(database, "drop function refuse cascade");
      List<String> accepted = ping(server.client(), "full", 1);
      await().atMost(LIMIT).until(() -> alpha.references().size() == 1);
      assertThat(alpha.references()).containsExactlyElementsOf(accepted);
    }
  }

  private static void execute(Database database, String sql) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Test
  void sendsPongsOnceAfterLeaseLapsedWhileTheyPaused() throws Exception {
    AtomicBoolean busy = new AtomicBoolean(true);
    List<String> often = new ArrayList<>(List.of(PERSISTED));
    often.add("--reprise.ebms.messages.look=10ms");
    try (Partner alpha = Partner.answering(n -> busy.get() ? 503 : 204);
        EbmsServer server = EbmsServer.start(often.toArray(String[]::new))) {
      server.agree(Cpas.named("paused").alphaAt(alpha.endpoint()));
      List<String> accepted = ping(server.client(), "paused", 20);
      assertThat(accepted).isNotEmpty();
      // The next renewal finds no lease, so that another one begins.
      execute(server.database(), "delete from node");
      String abandoned =
          "reprise_ebms_sent_total{application=\"ebms-adapter\",outcome=\"abandoned\"";
      await().atMost(LIMIT).until(() -> server.metric(abandoned) >= accepted.size());
      int tried = alpha.received().size();
      await().atMost(LIMIT).until(() -> alpha.received().size() > tried + 3 * accepted.size());
      busy.set(false);
      await().atMost(LIMIT).until(() -> rows(server.database()) == 0);
      await()
          .atMost(LIMIT)
          .until(() -> server.metric("reprise_ebms_queue{application=\"ebms-adapter\"") == 0);
      assertThat(alpha.references()).containsExactlyInAnyOrderElementsOf(accepted);
    }
  }

  @Test
  void suspendedProcessSendsNothingThatAnotherOneTookOver() throws Exception {
    Database database = TestDatabase.freshDatabase();
    AtomicBoolean busy = new AtomicBoolean(true);
    Path log = directory.resolve("suspended");
    List<String> oneByOne = new ArrayList<>(List.of(PERSISTED));
    oneByOne.add("--reprise.ebms.send.connections=1");
    oneByOne.add("--reprise.ebms.send.breaker-calls=1000");
    try (Partner alpha = Partner.answering(n -> busy.get() ? 503 : 204);
        EbmsProcess first = EbmsProcess.start(database, log, oneByOne.toArray(String[]::new));
        EbmsServer second = EbmsServer.start(database, PERSISTED)) {
      second.agree(Cpas.named("suspended").alphaAt(alpha.endpoint()));
      await()
          .atMost(LIMIT)
          .until(() -> first.client().get("/api/v1/agreements").body().contains("suspended"));
      List<String> accepted = ping(first.client(), "suspended", 20);
      assertThat(accepted).hasSize(20);
      first.halt();
      busy.set(false);
      await().atMost(LIMIT).until(() -> rows(database) == 0);
      first.resume();
      await().atMost(LIMIT).until(() -> Files.readString(log).split("This is instance").length > 2);
      List<String> last = ping(first.client(), "suspended", 1);
      assertThat(last).hasSize(1);
      await().atMost(LIMIT).until(() -> alpha.references().containsAll(last));
      assertThat(alpha.references())
          .as("each once; twice only what was on its way when the process was suspended")
          .containsAll(accepted)
          .hasSizeLessThanOrEqualTo(accepted.size() + 1 + 1);
    }
  }

  @Test
  void pongsOfStoppedServiceAreTakenOver() {
    Database database = TestDatabase.freshDatabase();
    AtomicBoolean busy = new AtomicBoolean(true);
    try (Partner alpha = Partner.answering(n -> busy.get() ? 503 : 204)) {
      List<String> accepted;
      try (EbmsServer first = EbmsServer.start(database, PERSISTED)) {
        first.agree(Cpas.named("stopped").alphaAt(alpha.endpoint()));
        accepted = ping(first.client(), "stopped", 20);
        assertThat(accepted).isNotEmpty();
      }
      assertThat(rows(database)).isEqualTo(accepted.size());
      busy.set(false);
      try (EbmsServer next = EbmsServer.start(database, PERSISTED)) {
        await().atMost(LIMIT).until(() -> rows(next.database()) == 0);
      }
      assertThat(alpha.references()).containsExactlyInAnyOrderElementsOf(accepted);
    }
  }
}
