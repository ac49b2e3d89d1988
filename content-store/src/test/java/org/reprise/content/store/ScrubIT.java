package org.reprise.content.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.content.ContentServer;
import org.reprise.content.cache.ContentCache;
import org.reprise.localstack.testing.TestAnswer;
import org.reprise.localstack.testing.TestClient;
import org.reprise.localstack.testing.TestDatabase;
import tools.jackson.databind.JsonNode;

/** Files that changed on disk are found, never served, and healed by the next add. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ScrubIT {
  private static final Duration LIMIT = Duration.ofMinutes(10);

  private Path folder;
  private ContentServer server;
  private ContentServer second;
  private TestClient<TestAnswer> client;
  private Scrubber scrubber;
  private String large;

  @BeforeAll
  void start(@TempDir Path temporary) {
    folder = temporary;
    server =
        ContentServer.start(
            TestDatabase.freshDatabase(), folder, "--reprise.content.scrub-interval=1d");
    second = ContentServer.start(server.database(), folder);
    client = server.client();
    scrubber = server.part(Scrubber.class);
  }

  @AfterAll
  void end() {
    server.close();
    second.close();
  }

  @BeforeEach
  void removeContents() {
    // The first pass of each begins by itself.
    await().atMost(LIMIT).until(() -> isIdle(server));
    server.execute("delete from object where parent is not null; delete from blob");
    server.execute("update scrub set damaged = 0"); // else the findings of the last pass
    server.part(ContentCache.class).resize(64L << 20, 4000);
    // Longer than a block of the cache, which verifies shorter contents itself.
    large = UUID.randomUUID() + "0123456789".repeat(60_000);
  }

  private static boolean isIdle(ContentServer server) {
    return server.part(Scrubber.class).report().endedAt() != null;
  }

  private TestAnswer add(String content) {
    TestAnswer added =
        client.send(
            "POST", "/documents?name=" + UUID.randomUUID(), BodyPublishers.ofString(content));
    assertThat(added.status()).as(added.toString()).isEqualTo(201);
    return added;
  }

  private Path file(TestAnswer added) {
    String name = added.json().path("sha256").asString();
    return folder.resolve("contents").resolve(name.substring(0, 2)).resolve(name);
  }

  // Which of the two instances verifies a part is not known.
  private Scrubber.Report scrub() {
    beginNow();
    await().atMost(LIMIT).until(() -> isIdle(server));
    return scrubber.report();
  }

  private void beginNow() {
    scrubber.beginNow();
    second.part(Scrubber.class).beginNow();
  }

  private interface Damage {
    void to(Path file) throws IOException;
  }

  @Test
  void findsNothingInIntactContents() {
    add(large);
    add("");
    add("small");
    Scrubber.Report report = scrub();
    assertThat(report.contents()).isEqualTo(3);
    assertThat(report.bytes()).isEqualTo(large.length() + 5);
    assertThat(report.damaged()).isZero();
    assertThat(report.endedAt()).isNotNull();
  }

  @Test
  void quarantinesAndHealsSwappedFile() throws Exception {
    assertQuarantinedAndHealed(
        large, file -> Files.writeString(file, large.replace("5", "x")), true);
  }

  @Test
  void quarantinesAndHealsTruncatedFile() throws Exception {
    assertQuarantinedAndHealed(large, file -> Files.writeString(file, "short"), true);
  }

  @Test
  void quarantinesAndHealsFileThatGrew() throws Exception {
    assertQuarantinedAndHealed(large, file -> Files.writeString(file, large + large), true);
  }

  @Test
  void quarantinesAndHealsMissingFile() throws Exception {
    assertQuarantinedAndHealed(large, Files::delete, false);
  }

  private void assertQuarantinedAndHealed(String content, Damage damage, boolean isMoved)
      throws Exception {
    String intact = add("intact").header("Location") + "/content";
    TestAnswer added = add(content);
    String path = added.header("Location") + "/content";
    // Both instances have the good bytes in memory, or after this the bad ones.
    List<Function<String, TestAnswer>> instances =
        List.of(it -> client.get(it), it -> second.client().get(it));
    instances.forEach(instance -> assertThat(instance.apply(path).body()).isEqualTo(content));
    damage.to(file(added));
    server.part(ContentCache.class).resize(1 << 20, 1);
    client.get(intact); // in the place of the other
    client.get(path);

    assertThat(scrub().damaged()).isEqualTo(1);
    assertThat(server.count("select count(*) from blob where quarantined_at is not null"))
        .isEqualTo(1);
    assertThat(file(added)).doesNotExist();
    assertThat(Files.exists(folder.resolve("quarantine").resolve(file(added).getFileName())))
        .isEqualTo(isMoved);
    for (Function<String, TestAnswer> instance : instances) {
      // The one that has not found it knows for a second which content a version had.
      await().atMost(LIMIT).until(() -> instance.apply(path).status() == 500);
      assertThat(instance.apply(path).header("ETag")).isEmpty();
    }
    assertThat(scrub().damaged()).isZero();

    TestAnswer again = add(content);
    assertThat(server.count("select count(*) from blob where quarantined_at is not null")).isZero();
    for (Function<String, TestAnswer> instance : instances) {
      await().atMost(LIMIT).until(() -> instance.apply(path).status() == 200);
      assertThat(instance.apply(path).body()).isEqualTo(content);
      assertThat(instance.apply(again.header("Location") + "/content").body()).isEqualTo(content);
    }
    assertThat(scrub().damaged()).isZero();
  }

  @Test
  void healsSwappedFileAtNextAddWithoutScrub() throws IOException {
    TestAnswer added = add("one content");
    String path = added.header("Location") + "/content";
    assertThat(second.client().get(path).body()).isEqualTo("one content");
    Files.writeString(file(added), "two content");
    add("one content");
    assertThat(file(added)).hasContent("one content");
    assertThat(client.get(path).body()).isEqualTo("one content");
    assertThat(second.client().get(path).body()).isEqualTo("one content");
  }

  @Test
  void healsContentWhoseFileWasRestoredByHand() throws Exception {
    TestAnswer added = add(large);
    Path restored = folder.resolve("restored");
    Files.copy(file(added), restored);
    Files.delete(file(added));
    assertThat(scrub().damaged()).isEqualTo(1);
    Files.copy(restored, file(added));
    add(large);
    assertThat(server.count("select count(*) from blob where quarantined_at is not null")).isZero();
  }

  @Test
  void takesOverPartsOfKilledInstanceOnly() {
    for (int i = 0; i < 40; i++) {
      add("content " + i);
    }
    // Of a third instance, which verifies some parts.
    server.execute(
        "update scrub set owner = gen_random_uuid(), heartbeat = now() + interval '1 hour'"
            + " where part < 10");
    beginNow();
    await().atMost(LIMIT).until(() -> scrubber.report().dueParts() == 10);
    assertThat(server.count("select count(*) from scrub where part < 10 and ended_at is null"))
        .isEqualTo(10);
    // It was killed.
    server.execute("update scrub set heartbeat = now() - interval '1 hour' where part < 10");
    beginNow();
    await().atMost(LIMIT).until(() -> isIdle(server));
    assertThat(scrubber.report().contents()).isEqualTo(40);
    assertThat(server.count("select count(*) from scrub where owner is not null")).isZero();
  }

  @Test
  void marksNothingWhereTheFileSystemIsNotMounted() throws Exception {
    TestAnswer added = add(large);
    Path elsewhere = folder.resolve("elsewhere");
    Files.move(folder.resolve("contents"), elsewhere);
    Files.createDirectory(folder.resolve("contents")); // the mount point
    Scrubber.Report report = scrub();
    assertThat(report.damaged()).isZero();
    assertThat(report.unreadable()).isEqualTo(1);
    // What would be acknowledged now would be gone with the next mount.
    TestAnswer refused =
        client.send(
            "POST", "/documents?name=" + UUID.randomUUID(), BodyPublishers.ofString("other"));
    assertThat(refused.status()).isEqualTo(500);
    Files.delete(folder.resolve("contents"));
    Files.move(elsewhere, folder.resolve("contents"));
    assertThat(client.get(added.header("Location") + "/content").body()).isEqualTo(large);
  }

  @Test
  void runsInBackgroundWhenAsked() throws IOException {
    await().atMost(LIMIT).until(() -> client.get("/admin/scrub").json().path("endedAt").isString());
    TestAnswer added = add("small");
    Files.writeString(file(added), "small".toUpperCase(Locale.ROOT));
    assertThat(client.post("/admin/scrub").status()).isEqualTo(202);
    await()
        .atMost(LIMIT)
        .until(() -> client.get("/admin/scrub").json().path("damaged").asInt() == 1);
    JsonNode area = client.get("/admin/storage").json().path(0);
    assertThat(area.path("quarantined").asInt()).isEqualTo(1);
  }
}
