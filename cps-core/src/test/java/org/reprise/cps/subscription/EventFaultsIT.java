package org.reprise.cps.subscription;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.cps.CpsProcess;
import org.reprise.cps.CpsServer;
import org.reprise.cps.CpsStore;
import org.reprise.cps.RowsRead;
import org.reprise.cps.TestModules;
import org.reprise.localstack.kafka.LocalKafka;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestDatabase;
import org.reprise.localstack.testing.TestKafka;

/** Brokers and processes end at any moment; no event is lost. */
class EventFaultsIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final String OUTBOX = "select count(*) from event_outbox";

  @TempDir
  @SuppressWarnings("NullAway.Init") // by JUnit
  Path directory;

  private static String health(CpsServer server) {
    return server.client().get("/actuator/health").body();
  }

  @Test
  void acknowledgesDataWhileTheBrokerIsDownAndPublishesAfterwards() {
    try (LocalKafka kafka = TestKafka.builder().start();
        CpsServer server =
            CpsServer.start(
                TestDatabase.freshDatabase(),
                "--spring.kafka.bootstrap-servers=" + kafka.bootstrapServers())) {
      SubscribedForest forest =
          new SubscribedForest(server.client(), server.treesDataspace()).subscribed();
      server.store().anchors().create(forest.dataspace(), "trees", "a");
      assertThat(forest.replace("a", 1)).isTrue();
      await().atMost(LIMIT).until(() -> server.count(OUTBOX) == 0);
      kafka.kill();
      await().atMost(LIMIT).until(() -> health(server).contains("DEGRADED"));
      for (int i = 2; i <= 10; i++) {
        assertThat(forest.replace("a", i)).isTrue();
      }
      assertThat(server.client().get("/actuator/health/readiness").status()).isEqualTo(200);
      await().atMost(LIMIT).until(() -> server.metric("reprise_cps_events_backlog") == 9);
      kafka.start();
      try (EventLog log = new EventLog(kafka.bootstrapServers(), "cps-data-updated-events")) {
        List<String> times =
            log.readUntil(all -> times(all).contains(SubscribedForest.timeOf(10))).stream()
                .map(one -> one.text("observedTimestamp"))
                .distinct()
                .toList();
        assertThat(times).hasSize(10).isSorted();
      }
      await().atMost(LIMIT).until(() -> server.count(OUTBOX) == 0);
      await().atMost(LIMIT).until(() -> !health(server).contains("DEGRADED"));
    }
  }

  private static List<String> times(List<EventLog.Entry> events) {
    return events.stream().map(one -> one.text("observedTimestamp")).toList();
  }

  @Test
  void anotherProcessPublishesEventsOfKilledProcess() throws Exception {
    String topic = TestKafka.freshName();
    String[] settings = {
      // As a list in YAML is bound.
      "--spring.kafka.bootstrap-servers[0]=" + TestKafka.bootstrapServers(),
      "--app.cps.data-updated.topic=" + topic,
    };
    String[] anchors = {"a", "b", "c", "d"};
    Database database = TestDatabase.freshDatabase();
    Map<String, Queue<String>> acknowledged = new ConcurrentHashMap<>();
    try (Connection connection = database.connect()) {
      CpsStore store = CpsStore.open(RowsRead.source(connection));
      store.dataspaces().create("d");
      store.schemaSets().create("d", "trees", TestModules.trees());
      for (String anchor : anchors) {
        store.anchors().create("d", "trees", anchor);
      }
    }
    try (CpsProcess killed = new CpsProcess(database, directory.resolve("service.log"), settings)) {
      SubscribedForest forest = new SubscribedForest(killed.client(), "d").subscribed();
      try (ExecutorService writers = Executors.newVirtualThreadPerTaskExecutor();
          AutoCloseable end = killed::kill) {
        for (String anchor : anchors) {
          Queue<String> times = new ConcurrentLinkedQueue<>();
          acknowledged.put(anchor, times);
          writers.submit(() -> {
            for (int i = 1; killed.isAlive() && i < 60_000; i++) {
              if (forest.replace(anchor, i)) {
                times.add(SubscribedForest.timeOf(i));
              }
            }
          });
        }
        await()
            .atMost(LIMIT)
            .until(() -> acknowledged.values().stream().allMatch(times -> times.size() > 50));
      }
    }
    try (CpsServer after = CpsServer.start(database, settings);
        EventLog log = new EventLog(TestKafka.bootstrapServers(), topic)) {
      await().atMost(LIMIT).until(() -> after.count(OUTBOX) == 0);
      Map<String, List<String>> published =
          timesByAnchor(
              log.readUntil(all -> {
                Map<String, List<String>> read = timesByAnchor(all);
                return acknowledged.entrySet().stream()
                    .allMatch(one ->
                        read.getOrDefault(one.getKey(), List.of()).containsAll(one.getValue()));
              }));
      acknowledged.forEach((anchor, times) -> {
        List<String> once = published.getOrDefault(anchor, List.of()).stream().distinct().toList();
        assertThat(once).containsAll(times).isSorted();
      });
    }
  }

  private static Map<String, List<String>> timesByAnchor(List<EventLog.Entry> events) {
    return events.stream()
        .collect(
            Collectors.groupingBy(
                one -> one.text("anchorName"),
                Collectors.mapping(one -> one.text("observedTimestamp"), Collectors.toList())));
  }
}
