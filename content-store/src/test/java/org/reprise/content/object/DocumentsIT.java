package org.reprise.content.object;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.content.ContentServer;
import org.reprise.content.store.Contents;
import org.reprise.content.store.Received;
import org.reprise.localstack.testing.TestAnswer;
import org.reprise.localstack.testing.TestApplication;

class DocumentsIT {
  private static final ContentServer SERVER = ContentServer.shared();
  private static final String FORM = "application/x-www-form-urlencoded";
  private static final int LETTERS = 'ö' - 'à';

  private static TestAnswer add(String name, String type, byte[] content) {
    TestAnswer added =
        SERVER
            .client()
            .send(
                "POST",
                "/documents?name=" + name,
                BodyPublishers.ofByteArray(content),
                "Content-Type",
                type);
    assertThat(added.status()).as(added.toString()).isEqualTo(201);
    return added;
  }

  /** The statement that makes it returns it; nothing reads it afterwards. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void returnsNewDocumentAsItIsRead(boolean isCheckedOut) throws IOException {
    NewDocument document =
        new NewDocument(
            Folders.ROOT,
            UUID.randomUUID().toString(),
            Types.VERSIONED,
            true,
            isCheckedOut,
            7,
            Map.of("cmis:description", "new"));
    byte[] text = "text".getBytes(UTF_8);
    Documents documents = SERVER.part(Documents.class);
    try (Received received =
        SERVER.part(Contents.class).receive(new ByteArrayInputStream(text), text.length)) {
      NewContent content = new NewContent(received, "text/plain", "file");
      Version made = documents.create(document, content, "tester");
      assertThat(made).isEqualTo(documents.require(made.id()));
      assertThat(made.checkedOut() != null).isEqualTo(isCheckedOut);
    }
  }

  /** Downloads keep for a second which content a version has. */
  @Test
  void downloadsSeeEachChangeWhileOthersRead() throws Exception {
    TestAnswer added = add(UUID.randomUUID().toString(), "text/plain", "0".getBytes(UTF_8));
    String path = added.header("Location") + "/content";
    UUID version = UUID.fromString(added.json().path("id").asString());
    Documents documents = SERVER.part(Documents.class);
    AtomicBoolean isDone = new AtomicBoolean();
    try (ExecutorService readers = Executors.newFixedThreadPool(3)) {
      for (int i = 0; i < 3; i++) {
        readers.submit(() -> {
          while (!isDone.get()) {
            SERVER.client().get(path);
          }
        });
      }
      try {
        for (int i = 1; i <= 100; i++) {
          byte[] text = String.valueOf(i).getBytes(UTF_8);
          try (Received received =
              SERVER.part(Contents.class).receive(new ByteArrayInputStream(text), text.length)) {
            NewContent content = new NewContent(received, "text/plain", "file");
            documents.setContent(version, content, true, null, "tester");
          }
          assertThat(SERVER.client().get(path).response().body()).isEqualTo(text);
        }
        documents.setContent(version, null, true, null, "tester");
        assertThat(SERVER.client().get(path).status()).isEqualTo(409);
        documents.delete(version);
        assertThat(SERVER.client().get(path).status()).isEqualTo(404);
      } finally {
        isDone.set(true);
      }
    }
  }

  /** All versions of a document go with it. */
  @Test
  void downloadsOfEarlierVersionsEndWithTheDocument() throws IOException {
    Documents documents = SERVER.part(Documents.class);
    byte[] text = "first".getBytes(UTF_8);
    Version first;
    try (Received received =
        SERVER.part(Contents.class).receive(new ByteArrayInputStream(text), text.length)) {
      first =
          documents.create(
              new NewDocument(
                  Folders.ROOT,
                  UUID.randomUUID().toString(),
                  Types.VERSIONED,
                  true,
                  false,
                  null,
                  Map.of()),
              new NewContent(received, "text/plain", "file"),
              "tester");
    }
    Versions versions = SERVER.part(Versions.class);
    Version copy = versions.checkOut(first.id(), "tester");
    String path = "/documents/" + first.id() + "/content";
    assertThat(SERVER.client().get(path).response().body()).isEqualTo(text);
    documents.delete(copy.id());
    assertThat(SERVER.client().get(path).status()).isEqualTo(404);
  }

  /** Two bytes a letter in UTF-8, and three words of each pair: more than a tsvector holds. */
  @Test
  void indexesFirstPartOfTextThatGrowsInUtf8() {
    Random random = new Random(1);
    StringBuilder text = new StringBuilder("beginning ");
    for (int i = 0; i < 100_000; i++) {
      for (int letter = 0; letter < 8; letter++) {
        text.append((char) ('à' + random.nextInt(LETTERS))).append(letter == 3 ? "-" : "");
      }
      text.append(' ');
    }
    byte[] latin1 = text.toString().getBytes(StandardCharsets.ISO_8859_1);
    TestAnswer added = add(UUID.randomUUID().toString(), "Text/plain;charset=ISO-8859-1", latin1);
    assertThat(
            SERVER.count(
                "select count(*) from version where id = '%s' and text @@ 'beginning'::tsquery"
                    .formatted(added.json().path("id").asString())))
        .isEqualTo(1);
  }

  /** PostgreSQL's parser reads from each underscore or begun comment to the end, for minutes. */
  @Test
  void indexesTextsWithoutSpacesOrWithCommentsThatDoNotEnd() {
    for (String part : List.of("a_", "<!-- ")) {
      String text = "beginning " + part.repeat(256 * 1024 / part.length());
      TestAnswer added = add(UUID.randomUUID().toString(), "text/plain", text.getBytes(UTF_8));
      assertThat(
              SERVER.count(
                  "select count(*) from version where id = '%s' and text @@ 'beginning'::tsquery"
                      .formatted(added.json().path("id").asString())))
          .isEqualTo(1);
    }
  }

  /** An add locks its content, and then the name. */
  @Test
  void deletesWhileTheSameContentIsAddedUnderTheSameName() throws Exception {
    String name = UUID.randomUUID().toString();
    byte[] content = name.getBytes(StandardCharsets.UTF_8);
    String path = add(name, "text/plain", content).header("Location");
    try (Connection add = SERVER.part(DataSource.class).getConnection();
        ExecutorService client = Executors.newSingleThreadExecutor()) {
      add.setAutoCommit(false);
      try (Statement statement = add.createStatement()) {
        statement.execute(
            "select from blob where digest = sha256('%s') for update".formatted(name));
        Future<TestAnswer> deletion = client.submit(() -> SERVER.client().delete(path));
        await()
            .atMost(Duration.ofMinutes(10))
            .until(() ->
                SERVER.count(
                        "select count(*) from pg_stat_activity where wait_event_type = 'Lock'"
                            + " and datname = current_database()")
                    == 1);
        assertThatThrownBy(() ->
                statement.execute(
                    """
                    insert into object (id, parent, name, is_folder, type, created_by,
                      created_at, modified_by, modified_at)
                    select gen_random_uuid(), parent, name, is_folder, type, created_by,
                      created_at, modified_by, modified_at
                    from object where name = '%s'
                    """
                        .formatted(name)))
            .hasMessageContaining("duplicate key");
        add.rollback();
        assertThat(deletion.get().status()).isEqualTo(204);
      }
    }
  }

  /** Tomcat reads fields: a content would be empty. Others would be stored as they are sent. */
  @Test
  void refusesContentThatIsSentInFormOrEncoded() {
    String path = "/documents?name=" + UUID.randomUUID();
    for (String type :
        List.of(
            FORM,
            "Application/X-WWW-Form-Urlencoded;charset=UTF-8",
            "Multipart/form-data;boundary=b")) {
      TestAnswer refused =
          SERVER.client().send("POST", path, BodyPublishers.ofString("a=b"), "Content-Type", type);
      assertThat(refused.status()).as(refused.toString()).isEqualTo(415);
    }
    TestAnswer encoded =
        SERVER
            .client()
            .send("POST", path, BodyPublishers.ofString("a=b"), "Content-Encoding", "gzip");
    assertThat(encoded.status()).as(encoded.toString()).isEqualTo(415);
    assertThat(encoded.json().path("detail").asString())
        .isEqualTo("The body must be the content as it is.");
    TestAnswer withoutType = SERVER.client().send("POST", path, BodyPublishers.ofString("a=b"));
    assertThat(withoutType.status()).as(withoutType.toString()).isEqualTo(201);
    assertThat(SERVER.client().get(withoutType.header("Location") + "/content").body())
        .isEqualTo("a=b");
  }

  /** What the property says and what the header of the content says are the same. */
  @ParameterizedTest
  @CsvSource({
    "' ', application/octet-stream",
    "text/plain; charset=utf-16, text/plain;charset=utf-16",
    "TEXT/Html, text/html"
  })
  void returnsMediaTypeAsItIsSentWithContent(String given, String stored) {
    TestAnswer added = add(UUID.randomUUID().toString(), given, new byte[0]);
    assertThat(added.json().path("mediaType").asString()).isEqualTo(stored);
    TestAnswer content = SERVER.client().get(added.header("Location") + "/content");
    assertThat(content.header("Content-Type")).isEqualTo(stored);
  }

  @Test
  void refusesMediaTypeThatNoHeaderCanHold() {
    String path = "/documents?name=" + UUID.randomUUID();
    String type = "text/plain;a=" + "b".repeat(6000);
    TestAnswer refused =
        SERVER.client().send("POST", path, BodyPublishers.ofString("text"), "Content-Type", type);
    assertThat(refused.status()).as(refused.toString()).isEqualTo(409);
  }

  /** The body is never sent to its end: only a refusal before it is received can be read. */
  @Test
  void refusesTakenNameBeforeTheBody() throws Exception {
    String name = UUID.randomUUID().toString();
    add(name, "text/plain", new byte[0]);
    URI uri = URI.create(SERVER.base());
    try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
      socket.setSoTimeout(20_000);
      String credentials = TestApplication.USERNAME + ":" + TestApplication.PASSWORD;
      String head =
          "POST /documents?name=%s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Basic %s\r\n"
                  .formatted(name, Base64.getEncoder().encodeToString(credentials.getBytes(UTF_8)))
              + "Content-Type: text/plain\r\nContent-Length: 1000\r\n\r\n";
      socket.getOutputStream().write(head.getBytes(UTF_8));
      byte[] status = socket.getInputStream().readNBytes("HTTP/1.1 409".length());
      assertThat(new String(status, UTF_8)).isEqualTo("HTTP/1.1 409");
    }
  }

  @Test
  void addingToFolderThatIsBeingDeletedIsNotFound() throws Exception {
    Folders folders = SERVER.part(Folders.class);
    UUID folder =
        folders
            .create(Folders.ROOT, UUID.randomUUID().toString(), Types.FOLDER, Map.of(), "tester")
            .id();
    try (Connection deletion = SERVER.part(DataSource.class).getConnection();
        ExecutorService client = Executors.newSingleThreadExecutor()) {
      deletion.setAutoCommit(false);
      try (Statement statement = deletion.createStatement()) {
        statement.execute("delete from object where id = '%s'".formatted(folder));
        Future<?> adding =
            client.submit(() -> folders.create(folder, "child", Types.FOLDER, Map.of(), "tester"));
        await()
            .atMost(Duration.ofMinutes(10))
            .until(() ->
                SERVER.count(
                        "select count(*) from pg_stat_activity where wait_event_type = 'Lock'"
                            + " and datname = current_database()")
                    == 1);
        deletion.commit();
        assertThatThrownBy(adding::get)
            .cause()
            .isInstanceOfSatisfying(
                RepositoryFault.class,
                it -> assertThat(it.kind()).isEqualTo(RepositoryFault.Kind.OBJECT_NOT_FOUND));
      }
    }
  }

  @Test
  void namesTheEntryThatIsInTheWayOfAMove() {
    String name = UUID.randomUUID().toString();
    String moved = add(name, "text/plain", new byte[0]).json().path("id").asString();
    Folders folders = SERVER.part(Folders.class);
    UUID target =
        folders
            .create(Folders.ROOT, UUID.randomUUID().toString(), Types.FOLDER, Map.of(), "tester")
            .id();
    folders.create(target, name, Types.FOLDER, Map.of(), "tester");
    UUID document = SERVER.part(Documents.class).require(UUID.fromString(moved)).document();
    assertThatThrownBy(() -> folders.move(document, Folders.ROOT, target, "tester"))
        .isInstanceOf(RepositoryFault.class)
        .hasMessageContaining("with the name '" + name + "' already");
  }
}
