package org.reprise.gc.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.reprise.gc.Configs;
import org.reprise.gc.GcClient;
import org.reprise.gc.GcServer;
import org.reprise.oslcclient.Documents;

/** What is deleted while somebody begins to depend on it. */
class DeletionsIT {
  private static final GcServer SERVER = GcServer.shared();
  private static final GcClient CLIENT = SERVER.client();
  private static final Configs CONFIGS = new Configs(SERVER);
  private static final byte[] NOTHING = {};

  private record Outcome(GcClient.Answer first, GcClient.Answer second) {}

  // The second request comes while the first one is about to commit.
  private static Outcome race(Supplier<GcClient.Answer> first, Supplier<GcClient.Answer> second)
      throws Exception {
    try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor();
        Connection connection = SERVER.database().connect();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      // Each transaction ends with a note for the feed.
      statement.execute("lock table change in share mode");
      Future<GcClient.Answer> one = clients.submit(first::get);
      awaitWaiting("query like 'insert into change%'");
      Future<GcClient.Answer> other = clients.submit(second::get);
      awaitWaiting(
          "(query like '%pg_advisory_xact_lock%' or query like 'delete from configuration%'"
              + " or query like 'insert into configuration%')");
      connection.rollback();
      return new Outcome(one.get(), other.get());
    }
  }

  private static void awaitWaiting(String condition) {
    await()
        .pollInterval(Duration.ofMillis(20))
        .until(() ->
            SERVER.count(
                    "select count(*) from pg_stat_activity where wait_event_type = 'Lock'"
                        + " and datname = current_database() and "
                        + condition)
                > 0);
  }

  @Test
  void rejectsDeletionOfBaselineDuringStreamCreation() throws Exception {
    String baseline = CONFIGS.initialBaseline(CONFIGS.component("Begun from"));
    Outcome outcome =
        race(
            () -> CLIENT.send("POST", baseline + "/streams", NOTHING),
            () -> CLIENT.delete(baseline, "If-Match", "*"));
    assertThat(outcome.first().status()).as(outcome.first().toString()).isEqualTo(201);
    Documents.error(outcome.second(), 409);
  }

  @Test
  void noStreamBeginsFromABaselineThatIsBeingDeleted() throws Exception {
    String baseline = CONFIGS.initialBaseline(CONFIGS.component("Deleted"));
    Outcome outcome =
        race(
            () -> CLIENT.delete(baseline, "If-Match", "*"),
            () -> CLIENT.send("POST", baseline + "/streams", NOTHING));
    assertThat(outcome.first().status()).as(outcome.first().toString()).isEqualTo(204);
    Documents.error(outcome.second(), 404);
  }

  @Test
  void rejectsDeletionOfComponentDuringStreamCreation() throws Exception {
    String component = CONFIGS.component("Component");
    String baseline = CONFIGS.initialBaseline(component);
    Outcome outcome =
        race(
            () -> CLIENT.send("POST", baseline + "/streams", NOTHING),
            () -> CLIENT.delete(component, "If-Match", "*"));
    assertThat(outcome.first().status()).as(outcome.first().toString()).isEqualTo(201);
    Documents.error(outcome.second(), 409);
  }
}
