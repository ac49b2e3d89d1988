package org.reprise.content.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reprise.content.ContentServer;
import org.reprise.localstack.testing.TestAnswer;
import org.reprise.localstack.testing.TestClient;
import org.reprise.localstack.testing.TestDatabase;

/** What is on disk and in the database after adds, deletions and sweeps, whole or interrupted. */
class StoreIT {
  private static final ContentServer SERVER = ContentServer.shared();
  private static final TestClient<TestAnswer> CLIENT = SERVER.client();
  private static final Sweeper SWEEPER = SERVER.part(Sweeper.class);
  private static final Duration OLD = Duration.ofDays(3);

  private final String text = "content " + UUID.randomUUID();

  @BeforeEach
  void sweepWhatOtherTestsLeft() {
    ageReleases();
    SWEEPER.sweep();
  }

  private static TestAnswer add(String name, String content) {
    return CLIENT.send(
        "POST",
        "/documents?name=" + name,
        BodyPublishers.ofString(content),
        "Content-Type",
        "text/plain");
  }

  private static String newName() {
    return UUID.randomUUID().toString();
  }

  private static Path file(String digest) {
    return SERVER.area().resolve("contents").resolve(digest.substring(0, 2)).resolve(digest);
  }

  private static List<Path> inbound() throws IOException {
    try (Stream<Path> files = Files.list(SERVER.area().resolve("inbound"))) {
      return files.toList();
    }
  }

  private static void age(Path file) throws IOException {
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(OLD)));
  }

  private void ageReleases() {
    SERVER.execute(
        "update blob set unreferenced_since = unreferenced_since - interval '3 days'"
            + " where unreferenced_since is not null");
  }

  @Test
  void storesContentUnderItsDigest() throws IOException {
    TestAnswer added = add(newName(), text);
    assertThat(added.status()).as(added.toString()).isEqualTo(201);
    String digest = added.json().path("sha256").asString();
    assertThat(file(digest)).hasContent(text);
    TestAnswer read = CLIENT.get(added.header("Location") + "/content");
    assertThat(read.body()).isEqualTo(text);
    assertThat(read.header("ETag")).isEqualTo('"' + digest + '"');
    assertThat(inbound()).isEmpty();
  }

  @Test
  void addsDocumentInOneTransaction() {
    String id = add(newName(), text).json().path("id").asString();
    String transactions =
        """
        select count(distinct transaction) from (
          select xmin::text from version where id = '%1$s'
          union all select o.xmin::text from object o join version v on o.id = v.object
            where v.id = '%1$s'
          union all select b.xmin::text from blob b join version v using (digest)
            where v.id = '%1$s'
          union all select xmin::text from change where object = '%1$s') made (transaction)
        """;
    assertThat(SERVER.count(transactions.formatted(id))).isEqualTo(1);
  }

  @Test
  void keepsOneFileOfEqualContentsUntilTheLastDocumentGoes() throws IOException {
    TestAnswer first = add(newName(), text);
    TestAnswer second = add(newName(), text);
    Path file = file(first.json().path("sha256").asString());

    assertThat(CLIENT.delete(first.header("Location")).status()).isEqualTo(204);
    ageReleases();
    assertThat(SWEEPER.sweep()).isEqualTo(new Sweeper.Swept(0, 0, 0));
    assertThat(CLIENT.get(second.header("Location") + "/content").body()).isEqualTo(text);

    assertThat(CLIENT.delete(second.header("Location")).status()).isEqualTo(204);
    assertThat(SWEEPER.sweep().contents()).isZero(); // the grace period
    assertThat(file).exists();
    ageReleases();
    assertThat(SWEEPER.sweep().contents()).isEqualTo(1);
    assertThat(file).doesNotExist();
  }

  /** A folder in the stead of a file cannot be removed as one, whoever runs the service. */
  @Test
  void removesOthersWhereOneContentCannotBeRemoved() throws IOException {
    List<Path> files = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      TestAnswer added = add(newName(), text + i);
      files.add(file(added.json().path("sha256").asString()));
      CLIENT.delete(added.header("Location"));
    }
    ageReleases();
    Collections.sort(files);
    Path stuck = files.removeFirst();
    Files.delete(stuck);
    Files.createDirectories(stuck.resolve("in the way"));
    assertThat(SWEEPER.sweep().contents()).isEqualTo(2);
    assertThat(files).allSatisfy(it -> assertThat(it).doesNotExist());
    Files.delete(stuck.resolve("in the way"));
    assertThat(SWEEPER.sweep().contents()).isEqualTo(1);
  }

  @Test
  void keepsContentThatIsAddedAgainWithinGrace() throws IOException {
    TestAnswer first = add(newName(), text);
    CLIENT.delete(first.header("Location"));
    ageReleases();
    TestAnswer again = add(newName(), text);
    assertThat(SWEEPER.sweep().contents()).isZero();
    assertThat(CLIENT.get(again.header("Location") + "/content").body()).isEqualTo(text);
  }

  /** What a kill after the rename, and before the commit, leaves. */
  @Test
  void removesFileOfAddThatWasNotCommitted() throws IOException {
    Digest digest = orphan();
    assertThat(SWEEPER.sweep().orphans()).isZero(); // the grace period
    age(file(digest.hex()));
    assertThat(SWEEPER.sweep().orphans()).isEqualTo(1);
    assertThat(file(digest.hex())).doesNotExist();
  }

  @Test
  void replacesFileOfAddThatWasNotCommitted() throws IOException {
    Digest digest = orphan();
    Files.writeString(file(digest.hex()), text.toUpperCase(Locale.ROOT));
    TestAnswer added = add(newName(), text);
    assertThat(CLIENT.get(added.header("Location") + "/content").body()).isEqualTo(text);
  }

  private Digest orphan() throws IOException {
    try (Received received =
        SERVER.part(Contents.class).receive(new ByteArrayInputStream(text.getBytes(UTF_8)), 0)) {
      received.area().publish(received.file(), received.digest());
      return received.digest();
    }
  }

  /** What a kill before the rename leaves. */
  @Test
  void removesFilesThatWereNotReceivedToTheirEnd() throws IOException {
    Files.writeString(SERVER.area().resolve("inbound").resolve(UUID.randomUUID() + ""), text);
    assertThat(SWEEPER.sweep().inbound()).isZero();
    age(inbound().getFirst());
    assertThat(SWEEPER.sweep().inbound()).isEqualTo(1);
    assertThat(inbound()).isEmpty();
  }

  @Test
  void storesAgainWhereTheFileHasAnotherLength() throws IOException {
    TestAnswer first = add(newName(), text);
    Path file = file(first.json().path("sha256").asString());
    Files.writeString(file, "cut");
    TestAnswer damaged = CLIENT.get(first.header("Location") + "/content");
    assertThat(damaged.status()).isEqualTo(500);
    assertThat(damaged.header("ETag")).isEmpty();
    add(newName(), text);
    assertThat(CLIENT.get(first.header("Location") + "/content").body()).isEqualTo(text);
  }

  @Test
  void leavesNothingOfRefusedAdd() throws IOException {
    String name = newName();
    assertThat(add(name, text).status()).isEqualTo(201);
    TestAnswer refused = add(name, text + " of another");
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.json().path("exception").asString()).isEqualTo("nameConstraintViolation");
    assertThat(inbound()).isEmpty();
  }

  /** Its sweep would remove all files that its database does not know. */
  @Test
  void refusesToStartOverTheAreaOfAnotherDatabase() {
    TestAnswer added = add(newName(), text);
    assertThatThrownBy(() -> ContentServer.start(TestDatabase.freshDatabase(), SERVER.area()))
        .rootCause()
        .hasMessageContaining(
            "belongs to another storage area than 'main', or to another database");
    assertThat(CLIENT.get(added.header("Location") + "/content").body()).isEqualTo(text);
  }

  /** The sweep of a content and adds of it wait for each other, whichever comes first. */
  @Test
  void losesNothingWhereSweepsRaceAdds() throws Exception {
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      for (int round = 0; round < 30; round++) {
        Path file = file(orphan().hex());
        age(file);
        List<Future<String>> added = new ArrayList<>();
        for (int i : IntStream.range(0, 3).toArray()) {
          added.add(threads.submit(() -> add(newName() + i, text).header("Location")));
        }
        SWEEPER.sweep();
        for (Future<String> each : added) {
          assertThat(CLIENT.get(each.get() + "/content").body()).isEqualTo(text);
          CLIENT.delete(each.get());
        }
        ageReleases();
        SWEEPER.sweep();
        assertThat(file).doesNotExist();
      }
    }
  }
}
