package org.reprise.content.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.reprise.content.ContentServer;
import org.reprise.localstack.testing.TestAnswer;

class DocumentsIT {
  private static final ContentServer SERVER = ContentServer.shared();
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
