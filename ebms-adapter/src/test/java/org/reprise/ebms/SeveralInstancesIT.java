package org.reprise.ebms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.ebms.EbmsClient.Answer;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestDatabase;

/**
 * Instances on one database share what is to be sent. One that is suspended for longer than its
 * lease sends nothing that others took over.
 */
class SeveralInstancesIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final String PERSISTED = "--reprise.ebms.ping.persist=true";
  // However slow the machine is, only the lease of the one that is suspended lapses.
  private static final String LASTING = "--reprise.ebms.lease=1h";
  private static final int EACH = 25;

  @TempDir
  @SuppressWarnings("NullAway.Init") // by JUnit
  Path directory;

  private static List<String> send(EbmsClient client) {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < EACH; i++) {
      ids.add(Messages.freshId());
      Answer answer =
          client.json(
              "POST", "/api/v1/messages", EbmsClient.lastingOrder("several", ids.getLast()));
      assertThat(answer.status()).as(answer.toString()).isEqualTo(202);
    }
    return ids;
  }

  /** Counts the leases that a process has had. */
  private static int leases(Path log) {
    try {
      return Files.readString(log).split("This is instance", -1).length - 1;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void eachPongAndMessageIsSentOnce() {
    Database database = TestDatabase.freshDatabase();
    AtomicBoolean isBusy = new AtomicBoolean(true);
    Path log = directory.resolve("third");
    try (Partner alpha = Partner.answering(n -> isBusy.get() ? 503 : 204);
        Partner beta = Partner.willing();
        EbmsServer one = EbmsServer.start(database, PERSISTED, LASTING);
        EbmsServer two = EbmsServer.start(database, PERSISTED, LASTING);
        EbmsProcess third =
            EbmsProcess.start(
                database,
                log,
                PERSISTED,
                "--reprise.ebms.lease=2s",
                "--reprise.ebms.send.connections=1",
                "--reprise.ebms.send.breaker-calls=1000")) {
      one.agree(
          Cpas.named("several")
              .retries(3, "PT1H")
              .alphaAt(alpha.endpoint())
              .betaAt(beta.endpoint()));
      List<String> pings = new ArrayList<>();
      List<String> pingsOfThird = List.of();
      List<String> messages = new ArrayList<>();
      for (EbmsClient client : List.of(one.client(), two.client(), third.client())) {
        await()
            .atMost(LIMIT)
            .until(() -> client.get("/api/v1/agreements").body().contains("several"));
        messages.addAll(send(client));
        pingsOfThird = PersistedPingsIT.ping(client, "several", EACH);
        assertThat(pingsOfThird).isNotEmpty();
        pings.addAll(pingsOfThird);
      }
      String pongs = "select count(*) from delivery where message_id like 'pong %'";
      await().atMost(LIMIT).until(() -> one.count(pongs) == pings.size());

      third.halt();
      isBusy.set(false);
      await().atMost(LIMIT).until(() -> one.count(pongs) == 0);
      await().atMost(LIMIT).until(() -> ids(beta).containsAll(messages));
      int before = leases(log);
      third.resume();
      await().atMost(LIMIT).until(() -> leases(log) > before);
      List<String> last = new ArrayList<>();
      await()
          .atMost(LIMIT)
          .until(() -> last.addAll(PersistedPingsIT.ping(third.client(), "several", 1)));
      await().atMost(LIMIT).until(() -> alpha.references().containsAll(last));

      List<String> ofOthers = new ArrayList<>(alpha.references());
      ofOthers.removeAll(pingsOfThird);
      ofOthers.removeAll(last);
      pings.removeAll(pingsOfThird);
      assertThat(ofOthers).containsExactlyInAnyOrderElementsOf(pings);
      int leases = leases(log);
      assertThat(alpha.references())
          .as("twice only what was on its way when a lease of the third one ended")
          .containsAll(pingsOfThird)
          .hasSizeLessThanOrEqualTo(pings.size() + pingsOfThird.size() + last.size() + leases);
      assertThat(ids(beta)).hasSizeLessThanOrEqualTo(messages.size() + leases);

      String path = "/api/v1/agreements/several?force=true";
      assertThat(one.client().delete(path).status()).isEqualTo(204);
      String ping = Messages.ping("several", Messages.freshId());
      await().atMost(LIMIT).until(() -> two.client().message(ping).status() == 500);
    }
  }

  private static List<String> ids(Partner partner) {
    return partner.received().stream().map(one -> one.header().messageData().messageId()).toList();
  }
}
