package org.reprise.content.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.content.ContentServer;
import org.reprise.content.Mount;
import org.reprise.localstack.testing.TestAnswer;
import org.reprise.localstack.testing.TestDatabase;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.JsonNode;

/** Areas on small file systems that really run out of bytes and of inodes. */
class FullAreaIT {
  private static final Duration LIMIT = Duration.ofMinutes(10);
  private static final int MIB = 1024 * 1024;
  private static final String[] NO_RESERVE = {
    "--reprise.content.areas[0].reserved-bytes=0B", "--reprise.content.areas[0].reserved-inodes=0"
  };

  @TempDir private Path folder;
  private final Random random = new Random(11);

  private static ContentServer start(Mount mount, String... settings) {
    return ContentServer.start(TestDatabase.freshDatabase(), mount.folder(), settings);
  }

  private byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return bytes;
  }

  private TestAnswer add(ContentServer server, byte[] content) {
    return server
        .client()
        .send("POST", "/documents?name=" + UUID.randomUUID(), BodyPublishers.ofByteArray(content));
  }

  // Without a length: chunked.
  private TestAnswer addChunked(ContentServer server, byte[] content) {
    return server
        .client()
        .send(
            "POST",
            "/documents?name=" + UUID.randomUUID(),
            BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(content)));
  }

  private static void assertFull(TestAnswer refused, String resource) {
    assertThat(refused.status()).as(refused.toString()).isEqualTo(507);
    assertThat(refused.json().path("resource").asString()).isEqualTo(resource);
    assertThat(refused.json().path("area").asString()).isEqualTo("main");
    assertThat(refused.json().path("detail").asString()).contains("no " + resource + " left");
  }

  private static List<Path> inbound(Mount mount) throws IOException {
    try (Stream<Path> files = Files.list(mount.folder().resolve("inbound"))) {
      return files.toList();
    }
  }

  private static JsonNode room(ContentServer server) {
    return server.client().get("/admin/storage").json().path(0).path("room");
  }

  private static void fill(Path file) throws IOException {
    byte[] zeros = new byte[MIB];
    try (OutputStream out = Files.newOutputStream(file)) {
      while (true) {
        out.write(zeros);
      }
    } catch (IOException full) {
      // The rest, in pieces of one block.
    }
    try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.APPEND)) {
      while (true) {
        out.write(zeros, 0, 1024);
      }
    } catch (IOException full) {
      return;
    }
  }

  @Test
  void refusesAddsAndServesReadsUntilBytesReturn() throws Exception {
    try (Mount mount = Mount.inMemory("tmpfs", folder.resolve("area"), "size=8m,nr_inodes=5000");
        ContentServer server =
            start(
                mount,
                "--reprise.content.areas[0].reserved-bytes=2MB",
                "--reprise.content.areas[0].reserved-inodes=10")) {
      byte[] content = bytes(3 * MIB);
      TestAnswer first = add(server, content);
      assertThat(first.status()).isEqualTo(201);
      assertThat(room(server).path("isReadOnly").asBoolean()).isFalse();
      // Refused before its body is read, since it would take of the reserve.
      assertFull(add(server, bytes(4 * MIB)), "bytes");
      long rows = server.count("select count(*) from object");

      Path filler = mount.folder().resolve("filler");
      Files.write(filler, bytes(3 * MIB + MIB / 2));
      assertFull(add(server, bytes(1)), "bytes");
      assertThat(server.count("select count(*) from object")).isEqualTo(rows);
      assertThat(inbound(mount)).isEmpty();
      assertThat(room(server).path("isReadOnly").asBoolean()).isTrue();
      assertThat(room(server).path("usedUp").asString()).isEqualTo("bytes");
      JsonNode health = server.client().get("/actuator/health").json().path("components");
      assertThat(health.path("storage").path("status").asString()).isEqualTo("DEGRADED");
      assertThat(health.path("storage").path("details").path("main").path("freeInodes").asLong())
          .isPositive();
      assertThat(server.client().get("/actuator/health/readiness").status()).isEqualTo(200);
      assertThat(server.client().get(first.header("Location") + "/content").response().body())
          .isEqualTo(content);
      assertThat(server.client().delete(first.header("Location")).status()).isEqualTo(204);

      Files.delete(filler);
      assertThat(add(server, bytes(1)).status()).isEqualTo(201);
      await()
          .atMost(LIMIT)
          .until(() ->
              server
                  .client()
                  .get("/actuator/health")
                  .json()
                  .path("status")
                  .asString()
                  .equals("UP"));
    }
  }

  @Test
  void refusesAddsWhereInodesAreUsedUp() throws Exception {
    try (Mount mount =
            Mount.ext4(folder.resolve("image"), folder.resolve("area"), 32, "-N", "400");
        ContentServer server = start(mount, NO_RESERVE)) {
      List<TestAnswer> added = new ArrayList<>();
      TestAnswer answer = add(server, bytes(10));
      while (answer.status() == 201) {
        added.add(answer);
        answer = add(server, bytes(10));
      }
      assertFull(answer, "inodes");
      assertThat(added).hasSizeGreaterThan(100);
      JsonNode room = room(server);
      assertThat(room.path("freeBytes").asLong())
          .isGreaterThan(room.path("totalBytes").asLong() / 2);
      assertThat(room.path("freeInodes").asLong()).isLessThan(2);
      assertThat(room.path("usedUp").asString()).isEqualTo("inodes");
      assertThat(inbound(mount)).isEmpty();
      for (TestAnswer each : added) {
        assertThat(server.client().get(each.header("Location") + "/content").status())
            .isEqualTo(200);
      }
      assertThat(server.count("select count(*) from blob")).isEqualTo(added.size());
      for (TestAnswer each : added.subList(0, 50)) {
        server.client().delete(each.header("Location"));
      }
      server.execute(
          "update blob set unreferenced_since = now() - interval '3 days'"
              + " where unreferenced_since is not null");
      server.part(Sweeper.class).sweep();
      assertThat(add(server, bytes(10)).status()).isEqualTo(201);
    }
  }

  /** No length is declared, and no reserve keeps the disk from being full. */
  @Test
  void leavesNothingWhereTheDiskIsFullAtWrite() throws Exception {
    try (Mount mount = Mount.inMemory("tmpfs", folder.resolve("area"), "size=8m");
        ContentServer server = start(mount, NO_RESERVE)) {
      assertFull(addChunked(server, bytes(10 * MIB)), "bytes");
      assertThat(inbound(mount)).isEmpty();
      assertThat(server.count("select count(*) from blob")).isZero();
      assertThat(server.count("select count(*) from version")).isZero();
      assertThat(add(server, bytes(MIB)).status()).isEqualTo(201);
    }
  }

  /** Uploads without a length do not take of the reserve either, but for one interval of checks. */
  @Test
  void keepsReserveFromUploadsWithoutLength() throws Exception {
    try (Mount mount = Mount.inMemory("tmpfs", folder.resolve("area"), "size=80m");
        ContentServer server =
            start(
                mount,
                "--reprise.content.areas[0].reserved-bytes=40MB",
                "--reprise.content.areas[0].reserved-inodes=0")) {
      assertFull(addChunked(server, bytes(70 * MIB)), "bytes");
      assertThat(inbound(mount)).isEmpty();
      assertThat(room(server).path("isReadOnly").asBoolean()).isFalse();
    }
  }

  /** The file system has promised space that the disk below it does not have. */
  @Test
  void acknowledgesNothingWhereTheDiskIsFullAtForce() throws Exception {
    try (Mount disk = Mount.inMemory("tmpfs", folder.resolve("disk"), "size=8m");
        Mount mount =
            Mount.ext4(
                disk.folder().resolve("image"), folder.resolve("area"), 64, "-O", "^has_journal");
        ContentServer server = start(mount, NO_RESERVE)) {
      TestAnswer kept = add(server, "kept".getBytes(UTF_8));
      assertThat(kept.status()).as(kept.toString()).isEqualTo(201);
      fill(disk.folder().resolve("filler"));
      assertFull(add(server, bytes(6 * MIB)), "bytes");
      assertThat(inbound(mount)).isEmpty();
      assertThat(server.count("select count(*) from version")).isEqualTo(1);
      assertThat(server.client().get(kept.header("Location") + "/content").body())
          .isEqualTo("kept");
      Files.delete(disk.folder().resolve("filler"));
      TestAnswer again = add(server, "again".getBytes(UTF_8));
      assertThat(again.status()).as(again.toString()).isEqualTo(201);
    }
  }

  /** The folder of the contents needs a block for the name, and there is none. */
  @Test
  void rollsBackWhereTheDiskIsFullAtRename() throws Exception {
    try (Mount mount =
            Mount.ext4(folder.resolve("image"), folder.resolve("area"), 16, "-b", "1024");
        ContentServer server =
            start(
                mount,
                "--reprise.content.areas[0].reserved-bytes=0B",
                "--reprise.content.areas[0].reserved-inodes=0",
                "--reprise.content.areas[0].levels=0")) {
      Contents contents = server.part(Contents.class);
      List<Received> received = new ArrayList<>();
      for (int i = 0; i < 60; i++) {
        received.add(contents.receive(new ByteArrayInputStream(bytes(10)), 0));
      }
      fill(mount.folder().resolve("filler"));
      TransactionTemplate transaction =
          new TransactionTemplate(server.part(PlatformTransactionManager.class));
      List<Received> stored = new ArrayList<>();
      assertThatThrownBy(
              () -> {
                for (Received each : received) {
                  transaction.executeWithoutResult(_ -> store(contents, each));
                  stored.add(each);
                }
              })
          .isInstanceOf(StorageFull.class)
          .hasMessageContaining("no bytes left");
      assertThat(stored).hasSizeLessThan(60);
      assertThat(server.count("select count(*) from blob")).isEqualTo(stored.size());
      for (Received each : received) {
        each.close();
      }
      assertThat(inbound(mount)).isEmpty();
      for (Received each : stored) {
        try (StoredContent content = contents.open(new Blob(each.digest(), "main", 10, 1), false)) {
          assertThat(content.read(0, ByteBuffer.allocate(20))).isEqualTo(10);
        }
      }
      Files.delete(mount.folder().resolve("filler"));
      await().atMost(LIMIT).until(() -> add(server, bytes(10)).status() == 201);
    }
  }

  private static void store(Contents contents, Received received) {
    try {
      contents.store(received);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
