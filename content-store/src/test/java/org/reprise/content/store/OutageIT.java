package org.reprise.content.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.apache.commons.codec.digest.DigestUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.content.ContentServer;
import org.reprise.content.ContentStoreApplication;
import org.reprise.content.Upload;
import org.reprise.kit.work.Loops;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.postgres.LocalPostgres;
import org.reprise.localstack.testing.TestAnswer;
import org.reprise.localstack.testing.TestApplication;
import org.reprise.localstack.testing.TestClient;
import org.reprise.localstack.testing.TestDatabase;
import org.reprise.localstack.testing.TestService;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The database, the client, or one of two instances is gone in the middle of an upload. */
class OutageIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final int CLIENTS = 6;
  private static final byte[] HALF = "half of it".repeat(20_000).getBytes(UTF_8);

  @TempDir private Path folder;

  private Path area() {
    return folder.resolve("area");
  }

  private List<Path> inbound() throws IOException {
    return filesIn(area().resolve("inbound"));
  }

  private static List<Path> filesIn(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).filter(it -> !it.endsWith("area-id")).toList();
    }
  }

  private static TestAnswer add(TestClient<TestAnswer> client, String content) {
    return client.send(
        "POST",
        "/documents?name=" + UUID.randomUUID(),
        BodyPublishers.ofString(content),
        "Content-Type",
        "text/plain");
  }

  @Test
  void dropsUploadOfClientThatIsGone() throws IOException {
    try (ContentServer server = ContentServer.start(TestDatabase.freshDatabase(), area())) {
      try (Upload upload = new Upload(server.base(), 2L * HALF.length)) {
        upload.send(HALF);
        await().atMost(LIMIT).until(() -> !inbound().isEmpty());
      }
      await().atMost(LIMIT).until(() -> inbound().isEmpty());
      assertThat(server.count("select count(*) from version")).isZero();
    }
  }

  private LocalPostgres postgres(int port) {
    var builder = LocalPostgres.builder().keepIn(folder.resolve("postgres"));
    return (port == 0 ? builder : builder.port(port)).start();
  }

  @ParameterizedTest
  @ValueSource(strings = {"statement", "request"})
  void answers503WhereTheDatabaseIsGoneInMidUpload(String hold) throws Exception {
    LocalPostgres first = postgres(0);
    try (ContentServer server =
        ContentServer.start(
            first.database("outage_" + hold),
            area(),
            "--reprise.content.connection-hold=" + hold,
            "--spring.datasource.hikari.connection-timeout=1000")) {
      TestAnswer before = addUntilStored(server.client(), "before");
      try (Upload upload = new Upload(server.base(), 2L * HALF.length)) {
        upload.send(HALF);
        await().atMost(LIMIT).until(() -> !inbound().isEmpty());
        first.close();
        upload.send(HALF);
        assertThat(upload.response()).startsWith("HTTP/1.1 503 ").contains("Retry-After: ");
      }
      assertThat(inbound()).isEmpty();
      assertThat(add(server.client(), "meanwhile").status()).isEqualTo(503);
      assertThat(inbound()).isEmpty();
      try (LocalPostgres again = postgres(first.port())) {
        assertThat(again.isAlive()).isTrue();
        addUntilStored(server.client(), "after");
        String content = before.header("Location") + "/content";
        await()
            .atMost(LIMIT)
            .untilAsserted(
                () -> assertThat(server.client().get(content).body()).isEqualTo("before"));
        assertThat(server.count("select count(*) from version")).isEqualTo(2);
      }
    } finally {
      first.close();
    }
  }

  private static final class Process extends TestService {
    Process(Database database, Path area, Path output) {
      super(
          ContentStoreApplication.class,
          192,
          TestApplication.override(
              ContentServer.arguments(database, area), "--reprise.database.transaction-timeout=2s"),
          output);
    }

    TestClient<TestAnswer> client() {
      return new TestClient<>(
          base(), TestApplication.USERNAME, TestApplication.PASSWORD, TestAnswer::new);
    }
  }

  /**
   * One instance stands still beyond every time-out, in the middle of adds, while another removes
   * what seems to be left. What the first one acknowledges afterwards is there.
   */
  @Test
  void keepsWhatIsAcknowledgedWhereAnInstanceStandsStillWhileAnotherSweeps() throws Exception {
    Database database = TestDatabase.freshDatabase();
    Map<String, String> acknowledged = new ConcurrentHashMap<>();
    AtomicBoolean isAdding = new AtomicBoolean(true);
    try (ContentServer other =
            ContentServer.start(
                database,
                area(),
                "--reprise.content.grace=1s",
                "--reprise.content.inbound-grace=2s",
                "--reprise.content.upload.expiry=1s",
                "--spring.datasource.hikari.maximum-pool-size=2");
        Process process = new Process(database, area(), folder.resolve("log"));
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS)) {
      List<Future<?>> adds = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        adds.add(
            clients.submit(() -> {
              Random random = new Random();
              while (isAdding.get()) {
                add(process.client(), acknowledged, random);
              }
            }));
      }
      try {
        for (int round = 0; round < 3; round++) {
          int enough = acknowledged.size() + 20;
          await().atMost(LIMIT).until(() -> acknowledged.size() >= enough);
          try (Upload slow = new Upload(process.base(), 2L * HALF.length)) {
            slow.send(HALF);
            await().atMost(LIMIT).until(() -> isReceiving(HALF.length));
            process.halt();
            // The database ends the transactions that were in the middle of a step.
            await()
                .atMost(LIMIT)
                .until(() ->
                    other.count(
                            "select count(*) from pg_stat_activity where datname ="
                                + " current_database() and xact_start is not null"
                                + " and pid <> pg_backend_pid()")
                        == 0);
            await()
                .atMost(LIMIT)
                .until(() -> {
                  other.part(Sweeper.class).sweep();
                  return inbound().isEmpty();
                });
            process.resume();
            slow.send(HALF);
            assertThat(slow.response())
                .startsWith("HTTP/1.1 503 ")
                .contains("Nothing was stored. Send the content again.");
          }
        }
      } finally {
        isAdding.set(false);
      }
      for (Future<?> each : adds) {
        each.get();
      }
      assertAllThere(other, acknowledged);
      assertAllThere(process.client(), acknowledged);
    }
  }

  /**
   * A sweep stands still between its lock and the removal, for longer than the database lets other
   * transactions idle. Who adds the same content meanwhile waits for it.
   */
  @Test
  void keepsContentThatIsAddedWhileASweepStandsStill() throws Exception {
    try (ContentServer server =
            ContentServer.start(
                TestDatabase.freshDatabase(), area(), "--reprise.database.transaction-timeout=1s");
        ExecutorService client = Executors.newSingleThreadExecutor()) {
      String path = addUntilStored(server.client(), "content").header("Location");
      await().atMost(LIMIT).until(() -> server.client().delete(path).status() == 204);
      server.execute("update blob set unreferenced_since = now() - interval '3 days'");
      CompletableFuture<Future<TestAnswer>> again = new CompletableFuture<>();
      StorageAreas areas =
          beforeRemovals(
              server,
              () -> {
                Future<TestAnswer> added =
                    client.submit(() -> addUntilStored(server.client(), "content"));
                await()
                    .atMost(LIMIT)
                    .until(() ->
                        added.isDone()
                            || server.count(
                                    "select count(*) from pg_stat_activity where datname ="
                                        + " current_database() and state = 'idle in transaction'"
                                        + " and state_change < now() - interval '4 s'")
                                > 0);
                again.complete(added);
              });
      try (Sweeper sweeper =
          new Sweeper(
              areas,
              server.part(JdbcClient.class),
              server.part(FileTransaction.class),
              server.part(StoreSettings.class),
              new Loops())) {
        sweeper.sweep();
      }
      TestAnswer added = again.get().get();
      assertThat(server.client().get(added.header("Location") + "/content").body())
          .isEqualTo("content");
    }
  }

  private static TestAnswer addUntilStored(TestClient<TestAnswer> client, String content) {
    TestAnswer added = add(client, content);
    while (added.status() == 503) {
      added = add(client, content);
    }
    assertThat(added.status()).as(added.toString()).isEqualTo(201);
    return added;
  }

  private static StorageAreas beforeRemovals(ContentServer server, Runnable pause)
      throws IOException {
    return new StorageAreas(server.part(StoreSettings.class), server.part(JdbcClient.class)) {
      @Override
      public StorageArea of(String name) {
        StorageArea area = super.of(name);
        return (StorageArea)
            Proxy.newProxyInstance(
                StorageArea.class.getClassLoader(),
                new Class<?>[] {StorageArea.class},
                (_, method, arguments) -> {
                  if (method.getName().equals("delete")) {
                    pause.run();
                  }
                  return method.invoke(area, arguments);
                });
      }
    };
  }

  private boolean isReceiving(int bytes) throws IOException {
    for (Path file : inbound()) {
      try {
        if (Files.size(file) >= bytes) {
          return true;
        }
      } catch (IOException moved) {
        // one of the others
      }
    }
    return false;
  }

  private static void add(
      TestClient<TestAnswer> client, Map<String, String> acknowledged, Random random) {
    String content = "content ".repeat(1 + random.nextInt(5000)) + random.nextInt(50);
    TestAnswer added = add(client, content);
    if (added.status() == 201) {
      acknowledged.put(added.header("Location"), DigestUtils.sha256Hex(content));
    } else {
      assertThat(added.status()).as(added.toString()).isEqualTo(503);
    }
  }

  private void assertAllThere(ContentServer server, Map<String, String> acknowledged)
      throws IOException {
    assertAllThere(server.client(), acknowledged);
    for (Path file : filesIn(area().resolve("contents"))) {
      assertThat(DigestUtils.sha256Hex(Files.readAllBytes(file)))
          .isEqualTo(file.getFileName().toString());
    }
  }

  private static void assertAllThere(
      TestClient<TestAnswer> client, Map<String, String> acknowledged) {
    acknowledged.forEach((path, digest) -> {
      TestAnswer read = client.get(path + "/content");
      assertThat(DigestUtils.sha256Hex(read.response().body())).as(path).isEqualTo(digest);
    });
  }

  /** Both add, delete and sweep the same few contents, with a grace period that is over at once. */
  @Test
  void losesNothingWhereTwoInstancesAddTheSameContents() throws Exception {
    Database database = TestDatabase.freshDatabase();
    Map<String, String> acknowledged = new ConcurrentHashMap<>();
    AtomicBoolean isAdding = new AtomicBoolean(true);
    try (ContentServer first = ContentServer.start(database, area(), "--reprise.content.grace=1s");
        ContentServer second = ContentServer.start(database, area(), "--reprise.content.grace=1s");
        ExecutorService threads = Executors.newFixedThreadPool(6)) {
      List<Future<?>> sweeps = new ArrayList<>();
      List<Future<Boolean>> adds = new ArrayList<>();
      for (ContentServer server : List.of(first, second)) {
        sweeps.add(
            threads.submit(() -> {
              while (isAdding.get()) {
                server.part(Sweeper.class).sweep();
              }
            }));
        for (int i = 0; i < 2; i++) {
          adds.add(threads.submit(addAndDelete(server.client(), acknowledged)));
        }
      }
      for (Future<Boolean> each : adds) {
        each.get();
      }
      isAdding.set(false);
      for (Future<?> each : sweeps) {
        each.get();
      }
      assertAllThere(first, acknowledged);
      assertAllThere(second, acknowledged);
      assertThat(first.count("select count(*) from version")).isEqualTo(acknowledged.size());
    }
  }

  private static Callable<Boolean> addAndDelete(
      TestClient<TestAnswer> client, Map<String, String> acknowledged) {
    return () -> {
      Random random = new Random();
      List<String> own = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        String content = "one of few contents " + random.nextInt(4);
        TestAnswer added = add(client, content);
        assertThat(added.status()).as(added.toString()).isEqualTo(201);
        acknowledged.put(added.header("Location"), DigestUtils.sha256Hex(content));
        own.add(added.header("Location"));
        while (own.size() > random.nextInt(3)) {
          String path = own.removeFirst();
          acknowledged.remove(path);
          assertThat(client.delete(path).status()).isEqualTo(204);
        }
      }
      return true;
    };
  }
}
