package org.reprise.content.store;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.commons.codec.digest.DigestUtils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.content.ContentServer;
import org.reprise.content.store.S3Proxy.Fault;
import org.reprise.content.upload.TusClient;
import org.reprise.localstack.process.FileTree;
import org.reprise.localstack.testing.TestAnswer;
import org.reprise.localstack.testing.TestApplication;
import org.reprise.localstack.testing.TestClient;
import org.reprise.localstack.testing.TestDatabase;
import tools.jackson.databind.JsonNode;

/** Contents in a bucket of a real S3 server, which may answer errors, stall or break off. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class S3AreaIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final Duration OLD = Duration.ofDays(3);
  private static final String TIMEOUT = "--reprise.content.areas[0].s3.timeout=";

  private Path folder;
  private S3Server bucket;
  private S3Proxy proxy;
  private ContentServer server;
  private TestClient<TestAnswer> client;

  @BeforeAll
  void start(@TempDir Path temporary) throws Exception {
    folder = temporary;
    bucket = S3Server.start(folder.resolve("s3"));
    proxy = new S3Proxy(bucket.port());
    server =
        ContentServer.start(
            TestDatabase.freshDatabase(),
            folder.resolve("received"),
            S3Server.settings(
                proxy.port(),
                TIMEOUT + "15s",
                "--reprise.content.scrub-rate=1GB",
                "--reprise.content.scrub-interval=1d"));
    client = server.client();
  }

  @AfterAll
  void end() throws IOException {
    if (server != null) {
      server.close();
      proxy.close();
    }
    if (bucket != null) {
      bucket.close();
    }
  }

  @BeforeEach
  void removeContents() throws IOException {
    proxy.fail(Fault.NONE, "");
    // The first pass begins by itself.
    await().atMost(LIMIT).until(() -> server.part(Scrubber.class).report().endedAt() != null);
    server.execute("delete from object where parent is not null; delete from blob");
    for (Path file : filesInBucket()) {
      Files.delete(file);
    }
  }

  private TestAnswer tryToAdd(byte[] content) {
    return tryToAdd(client, content);
  }

  private static TestAnswer tryToAdd(TestClient<TestAnswer> client, byte[] content) {
    return client.send(
        "POST",
        "/documents?name=" + UUID.randomUUID(),
        BodyPublishers.ofByteArray(content),
        "Content-Type",
        "application/octet-stream");
  }

  private TestAnswer add(byte[] content) {
    TestAnswer added = tryToAdd(content);
    assertThat(added.status()).as(added.toString()).isEqualTo(201);
    return added;
  }

  private static byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    new Random().nextBytes(bytes);
    return bytes;
  }

  private byte[] read(TestAnswer added) {
    TestAnswer read = client.get(added.header("Location") + "/content");
    assertThat(read.status()).as(read.toString()).isEqualTo(200);
    return read.response().body();
  }

  private Path object(TestAnswer added) throws IOException {
    return bucket.object(added.json().path("sha256").asString());
  }

  private void assertNothingReceived() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("received").resolve("inbound"))) {
      assertThat(files).isEmpty();
    }
  }

  private static void age(Path file) throws IOException {
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(OLD)));
  }

  private void ageReleases() {
    server.execute(
        "update blob set unreferenced_since = unreferenced_since - interval '3 days'"
            + " where unreferenced_since is not null");
  }

  @Test
  void storesReadsAndSweeps() throws IOException {
    byte[] content = bytes(700_000);
    TestAnswer added = add(content);
    assertThat(object(added)).hasBinaryContent(content);
    assertThat(read(added)).isEqualTo(content);
    TestAnswer part =
        client.get(added.header("Location") + "/content", "Range", "bytes=300000-600000");
    assertThat(part.status()).isEqualTo(206);
    assertThat(part.response().body()).isEqualTo(Arrays.copyOfRange(content, 300_000, 600_001));
    assertThat(read(add(new byte[0]))).isEmpty();
    Digest digest = new Digest(added.json().path("sha256").asString());
    try (StoredContent stored = server.part(StorageAreas.class).current().openDirect(digest)) {
      assertThat(stored.read(0, ByteBuffer.allocate(0))).isZero();
    }
    assertNothingReceived();

    TestAnswer again = add(content);
    client.delete(added.header("Location"));
    ageReleases();
    assertThat(server.part(Sweeper.class).sweep().contents()).isZero();
    assertThat(read(again)).isEqualTo(content);
    client.delete(again.header("Location"));
    ageReleases();
    assertThat(server.part(Sweeper.class).sweep().contents()).isEqualTo(1);
    assertThat(object(added)).doesNotExist();
  }

  @Test
  void sendsLongContentInPartsAndOneOfThemAgain() throws IOException {
    byte[] content = bytes(70_000_000);
    int before = proxy.faults();
    proxy.failOnce(Fault.ERROR, "partNumber=2");
    TestAnswer added = add(content);
    assertThat(proxy.faults()).isEqualTo(before + 1);
    assertThat(object(added)).hasBinaryContent(content);
    assertThat(Files.readString(Path.of("/proc/self/maps")))
        .doesNotContain(folder.resolve("received").toString());
    assertThat(DigestUtils.sha256Hex(read(added))).isEqualTo(DigestUtils.sha256Hex(content));
  }

  @Test
  void removesPartsOfUploadThatDidNotEnd() throws IOException {
    proxy.fail(Fault.ERROR, "partNumber=2");
    assertUnavailable(tryToAdd(bytes(70_000_000)));
    assertNothingReceived();
    server.part(Sweeper.class).sweep();
    assertThat(filesInBucket()).isNotEmpty(); // the grace period
    try (ContentServer other =
        ContentServer.start(
            server.database(),
            folder.resolve("received"),
            S3Server.settings(bucket.port(), "--reprise.content.grace=1s"))) {
      await()
          .atMost(LIMIT)
          .until(() -> {
            other.part(Sweeper.class).sweep();
            return filesInBucket().isEmpty();
          });
    }
  }

  private List<Path> filesInBucket() throws IOException {
    try (Stream<Path> files = Files.walk(bucket.bucket())) {
      return files.filter(Files::isRegularFile).filter(it -> !it.endsWith("area-id")).toList();
    }
  }

  @Test
  void removesObjectOfAddThatWasNotCommitted() throws IOException {
    Digest digest;
    try (Received received =
        server.part(Contents.class).receive(new ByteArrayInputStream(bytes(1000)), 0)) {
      digest = received.digest();
    }
    Path object = bucket.object(digest.hex());
    assertThat(server.part(Sweeper.class).sweep().orphans()).isZero(); // the grace period
    age(object);
    assertThat(server.part(Sweeper.class).sweep().orphans()).isEqualTo(1);
    assertThat(object).doesNotExist();
  }

  @Test
  void sendsAgainWhatWasSweptBeforeTheTransaction() throws IOException {
    byte[] content = bytes(1000);
    try (Received received =
        server.part(Contents.class).receive(new ByteArrayInputStream(content), 0)) {
      Path object = bucket.object(received.digest().hex());
      Files.delete(object);
      received.area().publish(received.file(), received.digest());
      assertThat(object).hasBinaryContent(content);
    }
  }

  @Test
  void knowsNoCapacity() {
    JsonNode room = client.get("/admin/storage").json().path(0).path("room");
    assertThat(room.path("isReadOnly").asBoolean(true)).isFalse();
    assertThat(room.path("totalBytes").isNull()).isTrue();
    assertThat(room.path("freeBytes").isNull()).isTrue();
  }

  @Test
  void keepsNoConnectionWhileTheBucketIsAskedForItsRoom() throws Exception {
    try (ContentServer other =
            ContentServer.start(
                server.database(),
                folder.resolve("received"),
                S3Server.settings(
                    proxy.port(),
                    TIMEOUT + "15s",
                    "--spring.datasource.hikari.maximum-pool-size=1"));
        ExecutorService administrator = Executors.newSingleThreadExecutor()) {
      int before = proxy.faults();
      proxy.fail(Fault.STALL, "HEAD ");
      Future<TestAnswer> storage = administrator.submit(() -> other.client().get("/admin/storage"));
      await().atMost(LIMIT).until(() -> proxy.faults() > before);
      assertThat(other.client().get("/documents/" + UUID.randomUUID()).status()).isEqualTo(404);
      assertThat(storage).isNotDone();
      proxy.fail(Fault.NONE, "");
      assertThat(storage.get().status()).isEqualTo(200);
    }
  }

  private Scrubber.Report scrub() {
    Scrubber scrubber = server.part(Scrubber.class);
    scrubber.beginNow();
    await().atMost(LIMIT).until(() -> scrubber.report().endedAt() != null);
    return scrubber.report();
  }

  @Test
  void servesNoDamagedObjectAndHealsItByTheNextAdd() throws Exception {
    byte[] shortContent = bytes(1000);
    byte[] longContent = bytes(700_000);
    TestAnswer shortAdded = add(shortContent);
    TestAnswer longAdded = add(longContent);
    Files.write(object(shortAdded), bytes(1000));
    Files.write(object(longAdded), bytes(700_000));
    TestAnswer damaged = client.get(shortAdded.header("Location") + "/content");
    assertThat(damaged.status()).isEqualTo(500);
    assertThat(damaged.header("ETag")).isEmpty();
    assertThat(scrub().damaged()).isEqualTo(2);
    assertThat(client.get(longAdded.header("Location") + "/content").status()).isEqualTo(500);
    add(shortContent);
    add(longContent);
    assertThat(read(shortAdded)).isEqualTo(shortContent);
    assertThat(read(longAdded)).isEqualTo(longContent);
  }

  @Test
  void quarantinesNothingWhereThereIsNoBucket() throws Exception {
    TestAnswer added = add(bytes(1000));
    Path away = bucket.bucket().resolveSibling("away");
    Files.move(bucket.bucket(), away);
    Scrubber.Report report = scrub();
    assertThat(report.damaged()).isZero();
    assertThat(report.unreadable()).isEqualTo(1);
    assertThat(client.get(added.header("Location") + "/content").status()).isEqualTo(500);
    Files.move(away, bucket.bucket());
    assertThat(read(added)).hasSize(1000);
  }

  @Test
  void quarantinesAndAddsNothingInAnotherBucket() throws Exception {
    TestAnswer added = add(bytes(1000));
    Path away = bucket.bucket().resolveSibling("away");
    Files.move(bucket.bucket(), away);
    Files.createDirectory(bucket.bucket());
    try (ContentServer other =
        ContentServer.start(
            server.database(), folder.resolve("received"), S3Server.settings(proxy.port()))) {
      assertThat(other.client().get(added.header("Location") + "/content").status()).isEqualTo(500);
      TestAnswer refused =
          other
              .client()
              .send(
                  "POST",
                  "/documents?name=astray",
                  BodyPublishers.ofByteArray(bytes(10)),
                  "Content-Type",
                  "application/octet-stream");
      assertThat(refused.status()).as(refused.toString()).isEqualTo(500);
      Scrubber.Report report = scrub();
      assertThat(report.damaged()).isZero();
      assertThat(report.unreadable()).isEqualTo(1);
    }
    FileTree.delete(bucket.bucket());
    Files.move(away, bucket.bucket());
    assertThat(read(added)).hasSize(1000);
  }

  @Test
  void answers503WhereTheLastByteOfAnUploadMeetsNoBucket() throws IOException {
    TusClient tus = new TusClient(client);
    byte[] content = bytes(1000);
    String upload = tus.create("late.bin", content.length).header("Location");
    proxy.fail(Fault.ERROR, "HEAD ");
    assertUnavailable(tus.append(upload, 0, BodyPublishers.ofByteArray(content)));
    proxy.fail(Fault.NONE, "");
    assertThat(tus.append(upload, 999, BodyPublishers.ofByteArray(content, 999, 1)).status())
        .isEqualTo(204);
    assertNothingReceived();
  }

  @Test
  void sweepsOrphansWhereUploadsCannotBeListed() throws IOException {
    Digest digest;
    try (Received received =
        server.part(Contents.class).receive(new ByteArrayInputStream(bytes(1000)), 0)) {
      digest = received.digest();
    }
    age(bucket.object(digest.hex()));
    proxy.fail(Fault.ERROR, "?uploads");
    assertThat(server.part(Sweeper.class).sweep().orphans()).isEqualTo(1);
  }

  @Test
  void answers503WhileTheServerAnswersErrors() throws IOException {
    assertUnavailable(Fault.ERROR, client);
  }

  @Test
  void answers503WhileTheServerStalls() throws IOException {
    String[] settings = S3Server.settings(proxy.port(), TIMEOUT + "500ms");
    try (ContentServer impatient =
        ContentServer.start(server.database(), folder.resolve("received"), settings)) {
      assertUnavailable(Fault.STALL, impatient.client());
    }
  }

  private void assertUnavailable(Fault fault, TestClient<TestAnswer> asked) throws IOException {
    byte[] content = bytes(700_000);
    TestAnswer added = add(content);
    int before = proxy.faults();
    proxy.fail(fault, "");
    assertUnavailable(tryToAdd(asked, bytes(1000)));
    assertUnavailable(asked.get(added.header("Location") + "/content"));
    assertThat(asked.get("/actuator/health").status()).isEqualTo(503);
    int checked = proxy.faults();
    assertThat(asked.get("/actuator/health").status()).isEqualTo(503);
    assertThat(proxy.faults()).isEqualTo(checked);
    assertThat(asked.get("/actuator/health/readiness").status()).isEqualTo(200);
    assertThat(server.count("select count(*) from version")).isEqualTo(1);
    assertNothingReceived();
    // Each had more than one attempt, and not for ever.
    assertThat(proxy.faults() - before).isBetween(4, 30);
    proxy.fail(Fault.NONE, "");
    await().atMost(LIMIT).until(() -> tryToAdd(bytes(1000)).status() == 201);
    assertThat(read(added)).isEqualTo(content);
  }

  private static void assertUnavailable(TestAnswer answer) {
    assertThat(answer.status()).as(answer.toString()).isEqualTo(503);
    assertThat(answer.header("Retry-After")).isEqualTo("5");
    assertThat(answer.header("ETag")).isEmpty();
  }

  @Test
  void answers503WhereTheFirstBytesAreCut() {
    TestAnswer added = add(bytes(700_000));
    proxy.fail(Fault.CUT, "GET ");
    assertUnavailable(client.get(added.header("Location") + "/content"));
    proxy.fail(Fault.NONE, "");
    assertThat(read(added)).hasSize(700_000);
  }

  @Test
  void endsConnectionWhereLaterBytesAreCut() throws IOException {
    byte[] content = bytes(700_000);
    TestAnswer added = add(content);
    proxy.fail(Fault.CUT, "bytes=262144-");
    URI base = URI.create(server.base());
    try (Socket socket = new Socket(base.getHost(), base.getPort())) {
      String credentials = TestApplication.USERNAME + ":" + TestApplication.PASSWORD;
      // The second one would be answered in the stead of the rest, were the connection kept.
      socket
          .getOutputStream()
          .write(
              "GET %s/content HTTP/1.1\r\nHost: localhost\r\nAuthorization: Basic %s\r\n\r\n"
                  .formatted(
                      added.header("Location"),
                      Base64.getEncoder().encodeToString(credentials.getBytes(UTF_8)))
                  .repeat(2)
                  .getBytes(US_ASCII));
      socket.setSoTimeout((int) LIMIT.toMillis());
      byte[] response = socket.getInputStream().readAllBytes();
      String text = new String(response, ISO_8859_1);
      assertThat(text).contains("Content-Length: 700000\r\n");
      int body = text.indexOf("\r\n\r\n") + 4;
      // Whole blocks only, and nothing after them.
      assertThat(response.length - body).isLessThanOrEqualTo(262_144);
      assertThat(Arrays.copyOfRange(response, body, response.length))
          .isEqualTo(Arrays.copyOf(content, response.length - body));
    }
    proxy.fail(Fault.NONE, "");
    assertThat(read(added)).isEqualTo(content);
  }
}
