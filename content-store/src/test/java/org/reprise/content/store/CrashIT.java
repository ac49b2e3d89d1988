package org.reprise.content.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.apache.commons.codec.digest.DigestUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.content.ContentProcess;
import org.reprise.content.ContentServer;
import org.reprise.content.Upload;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestAnswer;
import org.reprise.localstack.testing.TestClient;
import org.reprise.localstack.testing.TestDatabase;

/** The process is killed while documents are added and deleted. */
class CrashIT {
  private static final int KILLS = 4;
  private static final int CLIENTS = 6;
  private static final Duration LIMIT = Duration.ofMinutes(30);

  @TempDir private Path folder;

  @Test
  void keepsEveryAcknowledgedDocumentWhenKilled() throws Exception {
    assertKeepsEveryAcknowledgedDocument(folder.resolve("area").resolve("contents"));
  }

  @Test
  void keepsEveryAcknowledgedDocumentInBucketWhenKilled() throws Exception {
    try (S3Server bucket = S3Server.start(folder.resolve("s3"))) {
      assertKeepsEveryAcknowledgedDocument(bucket.contents(), S3Server.settings(bucket.port()));
    }
  }

  /** While its bytes come; where they are on disk; where their file is in its place. */
  @ParameterizedTest
  @ValueSource(strings = {"", "blob", "object"})
  void leavesNothingOfAddThatIsKilledAtStep(String lockedTable) throws Exception {
    Database database = TestDatabase.freshDatabase();
    Path area = folder.resolve("area");
    byte[] content = "content ".repeat(20_000).getBytes(UTF_8);
    boolean isWhole = !lockedTable.isEmpty();
    try (ContentProcess process = ContentProcess.start(database, area, folder.resolve("log"));
        Connection other = database.connect();
        Statement statement = other.createStatement();
        Upload upload = new Upload(process.base(), content.length)) {
      other.setAutoCommit(false);
      if (isWhole) {
        statement.execute("lock table %s in exclusive mode".formatted(lockedTable));
      }
      upload.send(Arrays.copyOf(content, isWhole ? content.length : content.length / 2));
      await().atMost(LIMIT).until(() -> isWhole ? isWaiting(database) : hasBytes(area));
      assertThat(filesIn(area.resolve("contents"))).hasSize(lockedTable.equals("object") ? 1 : 0);
      process.kill();
    }
    try (ContentServer server = ContentServer.start(database, area)) {
      makeOld(area);
      server.part(Sweeper.class).sweep();
      assertThat(filesIn(area.resolve("contents"))).isEmpty();
      assertThat(filesIn(area.resolve("inbound"))).isEmpty();
      assertThat(server.count("select count(*) from object where not is_folder")).isZero();
      TestAnswer added =
          server
              .client()
              .send("POST", "/documents?name=again", BodyPublishers.ofByteArray(content));
      assertThat(server.client().get(added.header("Location") + "/content").response().body())
          .isEqualTo(content);
    }
  }

  private static boolean isWaiting(Database database) {
    return database.count(
            "select count(*) from pg_stat_activity where wait_event_type = 'Lock'"
                + " and datname = current_database()")
        > 0;
  }

  private static boolean hasBytes(Path area) throws IOException {
    for (Path file : filesIn(area.resolve("inbound"))) {
      if (Files.size(file) > 0) {
        return true;
      }
    }
    return false;
  }

  private void assertKeepsEveryAcknowledgedDocument(Path contents, String... settings)
      throws Exception {
    Database database = TestDatabase.freshDatabase();
    Path area = folder.resolve("area");
    Map<String, String> acknowledged = new ConcurrentHashMap<>();
    for (int kill = 0; kill < KILLS; kill++) {
      try (ContentProcess process =
          ContentProcess.start(database, area, folder.resolve("log-" + kill), settings)) {
        assertAllThere(process.client(), acknowledged);
        int before = acknowledged.size();
        List<Thread> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
          clients.add(Thread.startVirtualThread(() -> add(process.client(), acknowledged)));
        }
        int enough = before + 20 + ThreadLocalRandom.current().nextInt(40);
        await().atMost(LIMIT).until(() -> acknowledged.size() >= enough);
        process.kill();
        for (Thread client : clients) {
          client.join();
        }
      }
    }
    try (ContentServer server = ContentServer.start(database, area, settings)) {
      assertAllThere(server.client(), acknowledged);
      assertFilesAreRight(contents);
      makeOld(contents);
      makeOld(area);
      server.part(Sweeper.class).sweep();
      // Each content has its file, and each file its content.
      assertThat(filesIn(contents)).hasSize((int) server.count("select count(*) from blob"));
      assertThat(filesIn(area.resolve("inbound"))).isEmpty();
      assertAllThere(server.client(), acknowledged);
    }
  }

  // Some contents are equal, some are deleted again, until the process is gone.
  private static void add(TestClient<TestAnswer> client, Map<String, String> acknowledged) {
    Random random = new Random();
    try {
      while (true) {
        String content = "content ".repeat(1 + random.nextInt(5000)) + random.nextInt(50);
        TestAnswer added =
            client.send(
                "POST",
                "/documents?name=" + UUID.randomUUID(),
                BodyPublishers.ofString(content),
                "Content-Type",
                "text/plain");
        assertThat(added.status()).as(added.toString()).isEqualTo(201);
        String path = added.header("Location");
        acknowledged.put(path, DigestUtils.sha256Hex(content));
        if (random.nextInt(4) == 0) {
          acknowledged.remove(path); // gone or not, if the answer is lost
          client.delete(path);
        }
      }
    } catch (UncheckedIOException killed) {
      // What was not answered may be there or not.
    }
  }

  private static void assertAllThere(
      TestClient<TestAnswer> client, Map<String, String> acknowledged) {
    acknowledged.forEach((path, digest) -> {
      byte[] content = client.get(path + "/content").response().body();
      assertThat(DigestUtils.sha256Hex(content)).as(path).isEqualTo(digest);
    });
  }

  private static void assertFilesAreRight(Path contents) throws IOException {
    for (Path file : filesIn(contents)) {
      assertThat(DigestUtils.sha256Hex(Files.readAllBytes(file)))
          .isEqualTo(file.getFileName().toString());
    }
  }

  private static void makeOld(Path area) throws IOException {
    for (Path file : filesIn(area)) {
      Files.setLastModifiedTime(file, FileTime.from(Instant.now().minusSeconds(1_000_000)));
    }
  }

  private static List<Path> filesIn(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).filter(it -> !it.endsWith("area-id")).toList();
    }
  }
}
