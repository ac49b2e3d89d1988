package org.reprise.gc.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.Statement;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.reprise.gc.Configs;
import org.reprise.gc.Configs.Sent;
import org.reprise.gc.FakeApplication;
import org.reprise.gc.GcServer;

/** Who works on an activity keeps it, whatever else takes long. */
class LeasesIT {
  private static final byte[] NOTHING = {};

  @Test
  void renewsLeaseWhileLastTransactionOfAnotherActivityTakesLong() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    try (FakeApplication qm = new FakeApplication();
        GcServer server =
            GcServer.start(
                qm.settings(
                    "--reprise.gc.commit.lease=15s",
                    "--reprise.gc.commit.wait=0s",
                    "--reprise.gc.requests.timeout=60s"))) {
      Configs configs = new Configs(server);
      long inLast = begin(server, configs, qm, 1, end);
      long other = begin(server, configs, qm, 2, end);
      try (Connection connection = server.database().connect();
          Statement statement = connection.createStatement()) {
        connection.setAutoCommit(false);
        // As the last transaction has it.
        statement.execute("select id from activity where id = " + inLast + " for update");
        await().until(() -> renewals(server, other) > 0);
        long seen = renewals(server, other);
        await().until(() -> renewals(server, other) > seen);
        connection.rollback();
      }
      assertThat(server.count("select sum(claim) from activity")).isEqualTo(2);
    } finally {
      end.countDown();
    }
  }

  @Test
  void stoppingServiceLeavesActivityToAnotherProcess() {
    CountDownLatch end = new CountDownLatch(1);
    try (FakeApplication qm = new FakeApplication()) {
      GcServer server =
          GcServer.start(
              qm.settings(
                  "--reprise.gc.commit.wait=0s",
                  "--reprise.gc.requests.attempts=1",
                  "--reprise.gc.requests.timeout=60s"));
      try (server) {
        begin(server, new Configs(server), qm, 1, end);
      }
      assertThat(server.text("select state || ' ' || message from activity"))
          .startsWith("IN_PROGRESS");
    } finally {
      end.countDown();
    }
  }

  // Milliseconds that the end of the lease has moved.
  private static long renewals(GcServer server, long activity) {
    return server.count(
        "select extract(epoch from lease_until - created - interval '15s') * 1000 from activity"
            + " where id = "
            + activity);
  }

  private static long begin(
      GcServer server, Configs configs, FakeApplication qm, int stream, CountDownLatch end) {
    String global = configs.stream("Stream");
    configs.contribute(global, Sent.of(qm.configuration(stream), "a"));
    CountDownLatch asked = new CountDownLatch(1);
    qm.fault(
        "POST /qm/configuration/" + stream + "/baselines",
        exchange -> {
          asked.countDown();
          return FakeApplication.hold(end);
        });
    String activity = server.client().send("POST", global + "/baselines", NOTHING).location();
    await().until(() -> asked.getCount() == 0);
    return Long.parseLong(activity.substring(activity.lastIndexOf('/') + 1));
  }
}
