package org.reprise.gc.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
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
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final String VERDICT = "http://open-services.net/ns/auto#verdict";
  private static final byte[] NOTHING = {};

  @TempDir private Path directory;

  private static String[] settings(FakeApplication qm) {
    List<String> all = new ArrayList<>(List.of(qm.settings()));
    all.addAll(
        List.of(
            "--reprise.gc.commit.lease=60s",
            "--reprise.gc.commit.wait=0s",
            "--reprise.gc.requests.timeout=5m"));
    return all.toArray(String[]::new);
  }

  // A process that has just begun may still be busy with the first passwords, and say so.
  private static String begin(GcProcess process, String stream) {
    return await()
        .atMost(LIMIT)
        .until(
            () -> process.client().send("POST", stream + "/baselines", NOTHING),
            answer -> answer.status() == 202)
        .location();
  }

  /** As time does, which may be short where the machine is slow. */
  private static void endLease(GcServer server) {
    server.execute("update activity set lease_until = now() where state = 'IN_PROGRESS'");
  }

  private static void awaitPassed(GcServer server, String activity) {
    await()
        .atMost(LIMIT)
        .until(() ->
            Documents.values(server.client().get(activity).model(), activity, VERDICT)
                .contains("http://open-services.net/ns/auto#passed"));
  }

  @Test
  void resumesAfterKill() throws Exception {
    try (FakeApplication qm = new FakeApplication();
        GcServer other = GcServer.start(settings(qm))) {
      Configs configs = new Configs(other);
      String leaf = configs.stream("Leaf");
      String top = configs.stream("Top");
      configs.contribute(
          leaf, Sent.of(qm.configuration(1), "a"), Sent.of(qm.configuration(2), "b"));
      configs.contribute(top, Sent.of(leaf, "a"));
      CountDownLatch never = new CountDownLatch(1);
      CountDownLatch asked = new CountDownLatch(1);
      qm.fault(
          "POST /qm/configuration/2/baselines",
          exchange -> {
            asked.countDown();
            return isAnsweredLate(never);
          });
      long before = configs.rows();
      String activity;
      try (GcProcess dying =
          GcProcess.start(
              other.database(), directory.resolve("one.log"), other.baseUri(), settings(qm))) {
        activity = begin(dying, top);
        assertThat(asked.await(5, TimeUnit.MINUTES))
            .as(qm.asked() + other.client().get(activity).body())
            .isTrue();
        await().atMost(LIMIT).until(() -> other.count("select count(*) from activity_step") == 1);
        assertThat(configs.rows()).isEqualTo(before);
        dying.kill();
        endLease(other);
      }
      qm.heal();
      never.countDown();
      awaitPassed(other, activity);
      // What the application had made before is used.
      assertThat(qm.count("POST /qm/configuration/1/baselines")).isEqualTo(1);
      assertThat(qm.count("POST /qm/configuration/2/baselines")).isEqualTo(2);
      // By the key of the activity: the process that died had it made.
      assertThat(qm.baselines()).isEqualTo(2);
      assertThat(baselines(other)).isEqualTo(2);
      assertComplete(other, configs, activity);

      try (Connection connection = other.database().connect();
          Statement statement = connection.createStatement()) {
        configs.contribute(leaf, Sent.of(qm.configuration(3), "a"));
        connection.setAutoCommit(false);
        // Where the last transaction begins.
        statement.execute("select pg_advisory_xact_lock(hashtext('gc-graph'))");
        String second;
        try (GcProcess dying =
            GcProcess.start(
                other.database(), directory.resolve("two.log"), other.baseUri(), settings(qm))) {
          second = begin(dying, top);
          await()
              .atMost(LIMIT)
              .until(() ->
                  other.count(
                          "select count(*) from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())")
                      > 0);
          dying.kill();
          endLease(other);
        }
        connection.commit();
        awaitPassed(other, second);
        assertThat(qm.count("POST /qm/configuration/3/baselines")).isEqualTo(1);
        assertThat(baselines(other)).isEqualTo(4);
        assertComplete(other, configs, second);
      }
    }
  }

  private static boolean isAnsweredLate(CountDownLatch latch) {
    try {
      latch.await(10, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return false;
  }

  private static long baselines(GcServer server) {
    return server.count(
        "select count(*) from configuration where kind = 'BASELINE' and title not like 'Initial%'");
  }

  private static void assertComplete(GcServer server, Configs configs, String activity) {
    String baseline =
        Documents.value(
            server.client().get(activity).model(), "http://purl.org/dc/terms/references");
    List<String> resolved = configs.resolved(baseline);
    assertThat(resolved).hasSizeGreaterThanOrEqualTo(3);
    assertThat(
            server.count(
                "select count(*) from contribution c join configuration p on p.id = c.configuration"
                    + " left join configuration g on g.id = c.global"
                    + " left join local_configuration l on l.id = c.local"
                    + " where p.kind = 'BASELINE' and coalesce(g.kind, l.kind) = 'STREAM'"))
        .isZero();
  }

  @Test
  void processStoppedBeyondLeaseChangesNothing() throws Exception {
    try (FakeApplication qm = new FakeApplication();
        GcServer other = GcServer.start(settings(qm))) {
      Configs configs = new Configs(other);
      String stream = configs.stream("Stream");
      configs.contribute(stream, Sent.of(qm.configuration(1), "a"));
      CountDownLatch late = new CountDownLatch(1);
      CountDownLatch asked = new CountDownLatch(1);
      qm.fault(
          "POST /qm/configuration/1/baselines",
          exchange -> {
            boolean isFirst = asked.getCount() > 0;
            asked.countDown();
            return isFirst && isAnsweredLate(late);
          });
      try (GcProcess stopped =
          GcProcess.start(
              other.database(), directory.resolve("stopped.log"), other.baseUri(), settings(qm))) {
        String activity = begin(stopped, stream);
        assertThat(asked.await(5, TimeUnit.MINUTES)).isTrue();
        stopped.halt();
        endLease(other);
        awaitPassed(other, activity);
        String baseline =
            Documents.value(
                other.client().get(activity).model(), "http://purl.org/dc/terms/references");
        late.countDown();
        stopped.resume();
        // It hears that the activity is not its own, and can be asked again.
        assertThat(stopped.client().get(activity).status()).isEqualTo(200);
        String next = configs.stream("Next");
        String second = begin(stopped, next);
        awaitPassed(other, second);
        assertThat(
                other.count("select count(*) from activity_step where activity = " + id(activity)))
            .isEqualTo(1);
        assertThat(
                Documents.value(
                    other.client().get(activity).model(), "http://purl.org/dc/terms/references"))
            .isEqualTo(baseline);
        assertThat(baselines(other)).isEqualTo(2);
      }
    }
  }

  private static String id(String uri) {
    return uri.substring(uri.lastIndexOf('/') + 1);
  }
}
