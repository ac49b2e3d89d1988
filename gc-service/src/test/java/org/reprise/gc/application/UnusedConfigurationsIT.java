package org.reprise.gc.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.reprise.gc.Configs;
import org.reprise.gc.Configs.Sent;
import org.reprise.gc.FakeApplication;
import org.reprise.gc.GcServer;

/** What is known of applications' configurations that nothing refers to. */
class UnusedConfigurationsIT {
  private static final FakeApplication QM = new FakeApplication();
  private static final GcServer SERVER =
      GcServer.start(
          QM.settings(
              "--reprise.gc.requests.keep-unused=500ms",
              // A test holds a lock until what is unused was removed.
              "--reprise.database.lock-timeout=5min",
              "--reprise.database.statement-timeout=5min",
              "--reprise.database.transaction-timeout=10min"));
  private static final Configs CONFIGS = new Configs(SERVER);

  @AfterAll
  static void end() {
    SERVER.close();
    QM.close();
  }

  private static long known(String uri) {
    return SERVER.count("select count(*) from local_configuration where uri = '" + uri + "'");
  }

  @Test
  void removesUnusedConfigurationAndReadsItAgain() {
    String stream = CONFIGS.stream("Stream");
    CONFIGS.contribute(
        stream, Sent.of(QM.configuration(1), "a"), Sent.of(QM.configuration(2), "b"));
    CONFIGS.contribute(stream, Sent.of(QM.configuration(2), "b"));
    await().until(() -> known(QM.configuration(1)) == 0);
    assertThat(known(QM.configuration(2))).isEqualTo(1);
    long asked = QM.count("GET /qm/configuration/1");
    CONFIGS.contribute(
        stream, Sent.of(QM.configuration(1), "a"), Sent.of(QM.configuration(2), "b"));
    assertThat(QM.count("GET /qm/configuration/1")).isGreaterThan(asked);
    // A baseline uses what the applications have made; its activity keeps the streams for a while.
    String baseline = CONFIGS.commit(stream);
    assertThat(CONFIGS.contributed(baseline)).hasSize(2);
  }

  @Test
  void keepsConfigurationThatIsContributedDuringCleanup() {
    String stream = CONFIGS.stream("Contended");
    for (int round = 0; round < 60; round++) {
      // It is known for longer than it is kept, and removed at any moment of this.
      CONFIGS.contribute(stream, Sent.of(QM.configuration(11), "a"));
      CONFIGS.contribute(stream);
    }
    for (int round = 0; round < 20; round++) {
      CONFIGS.contribute(stream, Sent.of(QM.configuration(12 + round % 2), "a"));
      assertThat(CONFIGS.contributed(CONFIGS.commit(stream))).hasSize(1);
    }
  }

  @Test
  void rereadsConfigurationRemovedBeforeContribution() throws Exception {
    String stream = CONFIGS.stream("Late");
    try (Connection connection = SERVER.database().connect();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      // The transaction of whoever contributes begins with this.
      statement.execute("select pg_advisory_xact_lock(hashtext('gc-graph'))");
      Thread writer =
          Thread.ofVirtual()
              .start(() -> CONFIGS.contribute(stream, Sent.of(QM.configuration(21), "a")));
      await().until(() -> QM.count("GET /qm/configuration/21") == 1);
      await().until(() -> known(QM.configuration(21)) == 0);
      connection.rollback();
      writer.join();
    }
    assertThat(CONFIGS.contributed(stream)).containsExactly(QM.configuration(21));
    assertThat(QM.count("GET /qm/configuration/21")).isGreaterThanOrEqualTo(2);
  }
}
