package org.reprise.cps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.reprise.cps.CpsClient.query;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.cps.CpsClient.Answer;
import org.reprise.cps.sample.L2Topology;
import org.reprise.cps.schema.YangSources;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.postgres.LocalPostgres;

/** PostgreSQL is killed under load and started again; the service stays, and nothing is lost. */
class DatabaseOutageIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final int CALLERS = 4;

  @TempDir
  @SuppressWarnings("NullAway.Init") // by JUnit
  Path directory;

  private final Queue<String> stored = new ConcurrentLinkedQueue<>();
  private final Queue<Answer> failures = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean calling = new AtomicBoolean(true);

  private LocalPostgres postgres(int port) {
    var builder = LocalPostgres.builder().keepIn(directory.resolve("postgres"));
    return (port == 0 ? builder : builder.port(port)).start();
  }

  @Test
  void recoversFromKilledDatabase() throws Exception {
    LocalPostgres first = postgres(0);
    Database database = first.database("outage");
    // Without the time-outs of the service, which a busy machine may miss.
    try (Connection connection = database.connect()) {
      CpsStore store = CpsStore.open(RowsRead.source(connection));
      store.dataspaces().create("d");
      store.schemaSets().create("d", "l2", YangSources.zip(L2Topology.yangZip()));
    }
    try (CpsServer server =
        CpsServer.start(
            database,
            "--spring.datasource.hikari.connection-timeout=3000",
            "--spring.datasource.hikari.validation-timeout=500")) {
      try (ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
          AutoCloseable end = () -> calling.set(false)) {
        for (int i = 0; i < CALLERS; i++) {
          int caller = i;
          callers.execute(() -> call(server.client(), caller));
        }
        await().atMost(LIMIT).until(() -> stored.size() >= 20);
        kill(first.pid());
        assertDown(server.client());
        await().atMost(LIMIT).until(() -> failures.size() >= 2 * CALLERS);
        try (LocalPostgres again = postgres(first.port())) {
          int before = stored.size();
          await().atMost(LIMIT).until(() -> stored.size() >= before + 20);
          assertThat(again.isAlive()).isTrue();
          calling.set(false);
          callers.shutdown();
          assertUpAgain(server);
        }
      }
    } finally {
      first.close();
    }
    assertThat(failures).allSatisfy(DatabaseOutageIT::assertUnavailable);
  }

  @Test
  void answers503WhileTheDatabaseIsFrozen() throws Exception {
    try (LocalPostgres postgres = postgres(0);
        CpsServer server =
            CpsServer.start(
                postgres.database("frozen"),
                "--reprise.database.socket-timeout=2",
                "--spring.datasource.hikari.connection-timeout=3000",
                "--spring.datasource.hikari.validation-timeout=500")) {
      List<ProcessHandle> processes = freeze(postgres.pid());
      try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
        // More than the pool has connections: some find a frozen one, the others none.
        Callable<Answer> read = () -> server.client().get("/cps/api/v2/admin/dataspaces");
        for (Future<Answer> answer : callers.invokeAll(Collections.nCopies(40, read))) {
          assertUnavailable(answer.get());
        }
      } finally {
        signal("-CONT", processes);
      }
      await()
          .atMost(LIMIT)
          .until(() -> server.client().get("/cps/api/v2/admin/dataspaces").status() == 200);
    }
  }

  /** Stops all processes of a server: the postmaster first, since it starts others. */
  private static List<ProcessHandle> freeze(long postmaster) throws Exception {
    ProcessHandle first = ProcessHandle.of(postmaster).orElseThrow();
    signal("-STOP", List.of(first));
    await().atMost(LIMIT).until(() -> isStopped(postmaster));
    List<ProcessHandle> others = first.descendants().toList();
    signal("-STOP", others);
    return Stream.concat(Stream.of(first), others.stream()).toList();
  }

  private static boolean isStopped(long pid) throws Exception {
    Process ps = new ProcessBuilder("ps", "-o", "state=", "-p", Long.toString(pid)).start();
    return new String(ps.getInputStream().readAllBytes(), StandardCharsets.US_ASCII)
        .startsWith("T");
  }

  private static void signal(String name, List<ProcessHandle> processes) throws Exception {
    List<String> command = new ArrayList<>(List.of("kill", name));
    processes.forEach(process -> command.add(Long.toString(process.pid())));
    // One of them may have ended meanwhile.
    new ProcessBuilder(command).start().waitFor();
  }

  private void call(CpsClient client, int caller) {
    for (int i = 0; calling.get(); i++) {
      String name = "a-" + caller + "-" + i;
      Answer anchor =
          client.post(
              "/cps/api/v2/dataspaces/d/anchors"
                  + query("schema-set-name", "l2", "anchor-name", name));
      if (anchor.status() != 201) {
        failures.add(anchor);
        continue;
      }
      Answer nodes =
          client.json("POST", CpsClient.anchor("v2", "d", name) + "/nodes", L2Topology.appendixB());
      if (nodes.status() == 201) {
        stored.add(name);
      } else {
        failures.add(nodes);
      }
    }
  }

  /** Kills all processes, as a power failure does. */
  private static void kill(long postmaster) throws Exception {
    List<ProcessHandle> processes = freeze(postmaster);
    signal("-KILL", processes);
    await().atMost(LIMIT).until(() -> processes.stream().noneMatch(ProcessHandle::isAlive));
  }

  private static void assertDown(CpsClient client) {
    await()
        .atMost(LIMIT)
        .untilAsserted(() -> {
          Answer readiness = client.get("/actuator/health/readiness");
          assertThat(readiness.status()).isEqualTo(503);
          assertThat(readiness.json().at("/status").asString()).isEqualTo("DOWN");
        });
    assertThat(client.get("/actuator/health/liveness").status()).isEqualTo(200);
    for (Answer answer :
        List.of(
            client.get("/cps/api/v2/admin/dataspaces"),
            client.get("/cps/api/v2/dataspaces/d/anchors/a-0-0/node"),
            client.delete("/cps/api/v2/dataspaces/d/anchors/a-0-0"),
            client.delete(CpsClient.anchor("v2", "d", "a-0-0") + "/nodes"))) {
      assertUnavailable(answer);
    }
  }

  private static void assertUnavailable(Answer answer) {
    assertThat(answer.status()).as(answer.toString()).isEqualTo(503);
    assertThat(answer.contentType()).isEqualTo("application/json");
    assertThat(answer.json().get("status").asString()).isEqualTo("503 SERVICE_UNAVAILABLE");
    assertThat(answer.json().get("message").asString()).isEqualTo("Database unavailable");
    assertThat(answer.json().get("details").asString()).isNotBlank();
  }

  private void assertUpAgain(CpsServer server) {
    await()
        .atMost(LIMIT)
        .until(() -> server.client().get("/actuator/health/readiness").status() == 200);
    assertThat(stored)
        .allSatisfy(name ->
            assertThat(
                    server.count(
                        "select count(*) from fragment f join anchor a on a.id = f.anchor_id"
                            + " where a.name = '"
                            + name
                            + "'"))
                .isEqualTo(L2Topology.FRAGMENTS));
    assertThat(
            server.count(
                "select count(*) from (select from fragment group by anchor_id"
                    + " having count(*) <> 52) torn"))
        .isZero();
  }
}
