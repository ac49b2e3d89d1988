package org.reprise.content.upload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.apache.commons.codec.digest.DigestUtils;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.content.ContentProcess;
import org.reprise.content.ContentServer;
import org.reprise.content.object.Folders;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.process.FreePort;
import org.reprise.localstack.process.LocalProcess;
import org.reprise.localstack.testing.NpmPackage;
import org.reprise.localstack.testing.TestDatabase;

/** tus-js-client, tus' own, in node. Skipped where npm does not get it. */
class TusJsClientIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);

  @SuppressWarnings("NullAway.Init") // by BeforeAll
  private static Path client;

  @TempDir private Path folder;

  @BeforeAll
  static void install() throws Exception {
    client = NpmPackage.install("tus-js-client", "4.3.1");
    for (String script : List.of("upload.mjs", "page.mjs")) {
      Files.copy(
          Path.of("src/test/resources", script),
          client.resolve(script),
          StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** The client remembers uploads by their files; the page means a folder, too, and each time. */
  @Test
  void pageUploadsSameFileToEachFolder() throws Exception {
    ContentServer server = ContentServer.shared();
    List<String> folders = List.of(newFolder(server), newFolder(server));
    for (int visit = 0; visit < 2; visit++) {
      assertThat(visit(server, folders)).contains("same.txt: uploaded");
      for (String each : folders) {
        String entries = server.client().get("/content/web/folders/" + each).body();
        assertThat(entries).contains(">same.txt<");
        String document = entries.replaceAll("(?s).*(/documents/[^\"]+)\".*", "$1");
        assertThat(server.client().delete(document).status()).isEqualTo(204);
      }
    }
  }

  /** The client repeats what is answered with 409, unless the page says that it is no use. */
  @Test
  void pageSaysAtOnceThatNameIsTaken() throws Exception {
    ContentServer server = ContentServer.shared();
    List<String> folders = List.of(newFolder(server));
    visit(server, folders);
    assertThat(visit(server, folders))
        .contains("same.txt: The folder has an entry with the name 'same.txt' already.")
        .containsOnlyOnce("status 409");
  }

  private String visit(ContentServer server, List<String> folders) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                "node",
                client.resolve("page.mjs").toString(),
                Path.of("src/main/resources/static/content/web/upload.js")
                    .toAbsolutePath()
                    .toString(),
                server.base(),
                TusClient.base64(ContentServer.USERNAME + ":" + ContentServer.PASSWORD),
                folder.resolve("storage").toString()));
    command.addAll(folders);
    try (LocalProcess page =
        LocalProcess.builder("page", command).log(folder.resolve("page.log")).start()) {
      await().atMost(LIMIT).until(() -> !page.isAlive());
      return page.logged();
    }
  }

  private static String newFolder(ContentServer server) {
    UUID id = UUID.randomUUID();
    server.execute(
        """
        insert into object (id, parent, name, is_folder, type, created_by, created_at, modified_by,
          modified_at)
        values ('%s', '%s', '%1$s', true, 'cmis:folder', 'test', now(), 'test', now())
        """
            .formatted(id, Folders.ROOT));
    return id.toString();
  }

  @Test
  void goesOnWhereTheServiceIsKilledTwice() throws Exception {
    Database database = TestDatabase.freshDatabase();
    Path area = folder.resolve("area");
    byte[] content = new byte[4_000_000];
    new Random(1).nextBytes(content);
    Path file = Files.write(folder.resolve("content"), content);
    int port = FreePort.lasting();

    ContentProcess process = start(database, area, port);
    try (LocalProcess uploading =
        LocalProcess.builder("tus-js-client", command(process, file))
            .log(folder.resolve("client.log"))
            .start()) {
      for (int accepted : List.of(1_000_000, 2_500_000)) {
        await().atMost(LIMIT).until(() -> accepted(uploading) >= accepted || !uploading.isAlive());
        process.kill();
        process = start(database, area, port);
      }
      await().atMost(LIMIT).until(() -> !uploading.isAlive());
      assertThat(uploading.logged()).contains("done");
      String document = uploading.logged().replaceAll("(?s).*document (\\S+).*", "$1");
      byte[] stored = process.client().get(document + "/content").response().body();
      assertThat(DigestUtils.sha256Hex(stored)).isEqualTo(DigestUtils.sha256Hex(content));
    } finally {
      process.kill();
    }
  }

  private ContentProcess start(Database database, Path area, int port) {
    return ContentProcess.start(
        database, area, folder.resolve("log-" + System.nanoTime()), "--server.port=" + port);
  }

  private static List<String> command(ContentProcess process, Path file) {
    String credentials = TusClient.base64(ContentServer.USERNAME + ":" + ContentServer.PASSWORD);
    return List.of(
        "node",
        client.resolve("upload.mjs").toString(),
        process.base() + "/uploads",
        credentials,
        file.toString(),
        "killed.bin");
  }

  private static long accepted(LocalProcess client) throws IOException {
    return client
        .logged()
        .lines()
        .filter(it -> it.startsWith("accepted "))
        .mapToLong(it -> Long.parseLong(it.substring("accepted ".length())))
        .max()
        .orElse(0);
  }
}
