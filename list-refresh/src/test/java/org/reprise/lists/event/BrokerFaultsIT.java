package org.reprise.lists.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.lists.Library;
import org.reprise.lists.ListsProcess;
import org.reprise.lists.ListsServer;
import org.reprise.localstack.kafka.LocalKafka;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestDatabase;
import org.reprise.localstack.testing.TestKafka;

/** Brokers and processes end at any moment; no event is lost. */
class BrokerFaultsIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);

  @TempDir Path directory;

  private static Set<String> lend(Library library, int times) {
    Set<String> loans = new HashSet<>();
    String patron = library.patron();
    for (int i = 0; i < times; i++) {
      var answer = library.checkOut(library.item(), patron);
      assertThat(answer.status()).as(answer.toString()).isEqualTo(201);
      loans.add(answer.json().path("id").asString());
    }
    return loans;
  }

  private static Set<String> ids(List<EventLog.Entry> all) {
    Set<String> ids = new HashSet<>();
    all.forEach(one -> ids.add(one.data().path("id").asString()));
    return ids;
  }

  /** Kafka's clients would write thousands of lines a minute. */
  @Test
  void healthAndFewLinesShowABrokerOutageAndItsEventsArePublishedAfterwards() throws IOException {
    Path output = directory.resolve("service.log");
    Database database = TestDatabase.freshDatabase();
    try (LocalKafka kafka = TestKafka.builder().start();
        ListsProcess process = logging(database, output, kafka.bootstrapServers())) {
      Library library = new Library(process, database);
      Set<String> loans = new HashSet<>(lend(library, 5));
      await().atMost(LIMIT).until(() -> waiting(database) == 0);
      await().atMost(LIMIT).until(() -> !health(process).contains("DEGRADED"));
      int before = Files.readAllLines(output).size();
      kafka.kill();
      // Without an event that waits, only a check of the broker finds that.
      await().atMost(LIMIT).until(() -> health(process).contains("DEGRADED"));
      assertThat(contains(output, "Cannot reach Kafka")).isTrue();
      loans.addAll(lend(library, 10));
      assertThat(process.client().get("/actuator/health/readiness").status()).isEqualTo(200);
      await().atMost(LIMIT).until(() -> backlog(process) >= 10);
      await().atMost(LIMIT).until(() -> contains(output, "Events are kept"));
      assertThat(Files.readAllLines(output)).hasSizeLessThan(before + 60);
      kafka.start();
      try (EventLog log = new EventLog(kafka.bootstrapServers(), "folio.diku.circulation.loan")) {
        assertThat(ids(log.readUntil(all -> ids(all).containsAll(loans)))).isEqualTo(loans);
      }
      await().atMost(LIMIT).until(() -> waiting(database) == 0);
      await().atMost(LIMIT).until(() -> !health(process).contains("DEGRADED"));
      assertThat(contains(output, "Events of diku can be published again")).isTrue();
    }
  }

  private static long waiting(Database database) {
    return database.count("select count(*) from event_outbox");
  }

  private static double backlog(ListsProcess process) {
    return process
        .client()
        .get("/actuator/prometheus")
        .body()
        .lines()
        .filter(line -> line.startsWith("reprise_lists_events_backlog"))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  private static String health(ListsServer server) {
    return server.client().get("/actuator/health").body();
  }

  @Test
  void keepsEventsWithoutBroker() {
    ListsServer server = ListsServer.shared();
    Set<String> loans = lend(Library.of(server), 2);
    for (String loan : loans) {
      assertThat(
              server.count(
                  "select count(*) from event_outbox where body like '%%%s%%'".formatted(loan)))
          .isEqualTo(1);
    }
    assertThat(server.client().get("/actuator/health/readiness").status()).isEqualTo(200);
    // These may be the first events of the server, of which it has not yet tried to publish one.
    await().atMost(LIMIT).until(() -> health(server).contains("DEGRADED"));
  }

  @Test
  void anotherProcessPublishesEventsOfKilledProcess() throws IOException {
    String environment = TestKafka.freshName();
    String[] settings = {
      "--spring.kafka.bootstrap-servers=" + TestKafka.bootstrapServers(),
      "--reprise.lists.environment=" + environment,
      "--reprise.lists.roles=circulation",
    };
    String topic = environment + ".diku.circulation.loan";
    ListsServer server = ListsServer.shared();
    try (EventLog log = new EventLog(TestKafka.bootstrapServers(), topic)) {
      // The desks are at a process that has no broker; one that has is killed while it publishes.
      ListsProcess publishing =
          ListsProcess.start(server.database(), directory.resolve("service.log"), settings);
      Set<String> loans = new HashSet<>(lend(Library.of(server), 20));
      log.readUntil(all -> !all.isEmpty());
      loans.addAll(lend(Library.of(server), 5));
      publishing.kill();
      loans.addAll(lend(Library.of(server), 5));
      try (ListsServer after = ListsServer.start(server.database(), settings)) {
        log.readUntil(all -> ids(all).containsAll(loans));
        await().atMost(LIMIT).until(() -> waiting(after.database()) == 0);
      }
    }
  }

  @Test
  void reportsUnresolvableBrokerOnce() throws IOException {
    Path output = directory.resolve("service.log");
    try (ListsProcess _ = logging(TestDatabase.freshDatabase(), output, "broker.invalid:9092")) {
      await().atMost(LIMIT).until(() -> contains(output, "Cannot reach Kafka: No resolvable"));
      // Of Kafka's client, before each failure.
      assertThat(Files.readString(output)).doesNotContain("Couldn't resolve server");
    }
  }

  /** A process that has the service's own levels of logging, not those of the tests. */
  private ListsProcess logging(Database database, Path output, String brokers) throws IOException {
    Path logging = directory.resolve("logging.xml");
    Files.writeString(
        logging,
        """
        <configuration>
          <appender name="console" class="ch.qos.logback.core.ConsoleAppender">
            <encoder><pattern>%level [%thread] %logger: %msg%n</pattern></encoder>
          </appender>
          <root level="info"><appender-ref ref="console"/></root>
        </configuration>
        """);
    return ListsProcess.start(
        database,
        output,
        "--logging.config=" + logging,
        "--spring.kafka.bootstrap-servers=" + brokers);
  }

  private static String health(ListsProcess process) {
    return process.client().get("/actuator/health").body();
  }

  private static boolean contains(Path output, String text) throws IOException {
    return Files.readString(output).contains(text);
  }
}
