package org.reprise.gc.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.gc.Configs;
import org.reprise.gc.Configs.Sent;
import org.reprise.gc.FakeApplication;
import org.reprise.gc.GcProcess;
import org.reprise.gc.GcServer;
import org.reprise.oslcclient.Documents;

/** A process that dies, or is stopped, at any step leaves no half baseline; another one goes on. */
class ProcessesIT {
  private static final String VERDICT = "http://open-services.net/ns/auto#verdict";
  private static final byte[] NOTHING = {};

  private static final FakeApplication QM = new FakeApplication();
  private static final String[] SETTINGS =
      QM.settings(
          "--reprise.gc.commit.lease=60s",
          "--reprise.gc.commit.wait=0s",
          "--reprise.gc.requests.timeout=5m");
  private static final GcServer OTHER = GcServer.start(SETTINGS);

  @TempDir private Path directory;

  private final Configs configs = new Configs(OTHER);

  @AfterAll
  static void end() {
    OTHER.close();
    QM.close();
  }

  private GcProcess start(String log) {
    return GcProcess.start(OTHER.database(), directory.resolve(log), OTHER.baseUri(), SETTINGS);
  }

  // A process that has just begun may still be busy with the first passwords, and say so.
  private static String begin(GcProcess process, String stream) {
    return await()
        .until(
            () -> process.client().send("POST", stream + "/baselines", NOTHING),
            answer -> answer.status() == 202)
        .location();
  }

  /** As time does, which may be short where the machine is slow. */
  private static void endLease() {
    OTHER.execute("update activity set lease_until = now() where state = 'IN_PROGRESS'");
  }

  private static void awaitPassed(String activity) {
    await()
        .until(() ->
            Documents.values(OTHER.client().get(activity).model(), activity, VERDICT)
                .contains("http://open-services.net/ns/auto#passed"));
  }

  @Test
  void resumesAfterKill() throws Exception {
    String leaf = configs.stream("Leaf");
    String top = configs.stream("Top");
    configs.contribute(leaf, Sent.of(QM.configuration(1), "a"), Sent.of(QM.configuration(2), "b"));
    configs.contribute(top, Sent.of(leaf, "a"));
    CountDownLatch never = new CountDownLatch(1);
    CountDownLatch asked = new CountDownLatch(1);
    QM.fault(
        "POST /qm/configuration/2/baselines",
        exchange -> {
          asked.countDown();
          return FakeApplication.hold(never);
        });
    long rows = configs.rows();
    long before = baselines();
    int made = QM.baselines();
    String activity;
    try (GcProcess dying = start("one.log")) {
      activity = begin(dying, top);
      assertThat(asked.await(5, TimeUnit.MINUTES))
          .as(QM.asked() + OTHER.client().get(activity).body())
          .isTrue();
      String begun = activity;
      await().until(() -> steps(begun) == 1);
      assertThat(configs.rows()).isEqualTo(rows);
      dying.kill();
      endLease();
    }
    QM.heal();
    never.countDown();
    awaitPassed(activity);
    // What the application had made before is used.
    assertThat(QM.count("POST /qm/configuration/1/baselines")).isEqualTo(1);
    assertThat(QM.count("POST /qm/configuration/2/baselines")).isEqualTo(2);
    // By the key of the activity: the process that died had it made.
    assertThat(QM.baselines() - made).isEqualTo(2);
    assertThat(baselines() - before).isEqualTo(2);
    assertComplete(activity);

    try (Connection connection = OTHER.database().connect();
        Statement statement = connection.createStatement()) {
      configs.contribute(leaf, Sent.of(QM.configuration(3), "a"));
      connection.setAutoCommit(false);
      // Where the last transaction begins.
      statement.execute("select pg_advisory_xact_lock(hashtext('gc-graph'))");
      String second;
      try (GcProcess dying = start("two.log")) {
        second = begin(dying, top);
        await()
            .until(() ->
                OTHER.count(
                        "select count(*) from pg_locks where locktype = 'advisory' and not granted"
                            + " and database = (select oid from pg_database where datname ="
                            + " current_database())")
                    > 0);
        dying.kill();
        endLease();
      }
      connection.commit();
      awaitPassed(second);
      assertThat(QM.count("POST /qm/configuration/3/baselines")).isEqualTo(1);
      assertThat(baselines() - before).isEqualTo(4);
      assertComplete(second);
    }
  }

  private static long baselines() {
    return OTHER.count(
        "select count(*) from configuration where kind = 'BASELINE' and title not like 'Initial%'");
  }

  private void assertComplete(String activity) {
    String baseline =
        Documents.value(
            OTHER.client().get(activity).model(), "http://purl.org/dc/terms/references");
    List<String> resolved = configs.resolved(baseline);
    assertThat(resolved).hasSizeGreaterThanOrEqualTo(3);
    assertThat(
            OTHER.count(
                "select count(*) from contribution c join configuration p on p.id = c.configuration"
                    + " left join configuration g on g.id = c.global"
                    + " left join local_configuration l on l.id = c.local"
                    + " where p.kind = 'BASELINE' and coalesce(g.kind, l.kind) = 'STREAM'"))
        .isZero();
  }

  @Test
  void processStoppedBeyondLeaseChangesNothing() throws Exception {
    String stream = configs.stream("Stream");
    configs.contribute(stream, Sent.of(QM.configuration(11), "a"));
    long before = baselines();
    CountDownLatch late = new CountDownLatch(1);
    CountDownLatch asked = new CountDownLatch(1);
    QM.fault(
        "POST /qm/configuration/11/baselines",
        exchange -> {
          boolean isFirst = asked.getCount() > 0;
          asked.countDown();
          return isFirst && FakeApplication.hold(late);
        });
    try (GcProcess stopped = start("stopped.log")) {
      String activity = begin(stopped, stream);
      assertThat(asked.await(5, TimeUnit.MINUTES)).isTrue();
      stopped.halt();
      endLease();
      awaitPassed(activity);
      String baseline =
          Documents.value(
              OTHER.client().get(activity).model(), "http://purl.org/dc/terms/references");
      late.countDown();
      stopped.resume();
      // It hears that the activity is not its own, and can be asked again.
      assertThat(stopped.client().get(activity).status()).isEqualTo(200);
      String next = configs.stream("Next");
      String second = begin(stopped, next);
      awaitPassed(second);
      assertThat(steps(activity)).isEqualTo(1);
      assertThat(
              Documents.value(
                  OTHER.client().get(activity).model(), "http://purl.org/dc/terms/references"))
          .isEqualTo(baseline);
      assertThat(baselines() - before).isEqualTo(2);
    }
  }

  private static long steps(String activity) {
    return OTHER.count(
        "select count(*) from activity_step where activity = "
            + activity.substring(activity.lastIndexOf('/') + 1));
  }
}
