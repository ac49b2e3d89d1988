package org.reprise.content.upload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.content.ContentProcess;
import org.reprise.content.ContentServer;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestAnswer;
import org.reprise.localstack.testing.TestApplication;
import org.reprise.localstack.testing.TestDatabase;
import tools.jackson.databind.JsonNode;

/** tus 1.0.0, with connections that break, processes that are killed, and two that compete. */
class UploadIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final ContentServer SERVER = ContentServer.shared();
  private static final TusClient TUS = new TusClient(SERVER.client());

  @TempDir private Path folder;

  private static String newName() {
    return UUID.randomUUID() + ".txt";
  }

  private static String begin(long length) {
    TestAnswer created = TUS.create(newName(), length);
    assertThat(created.status()).as(created.toString()).isEqualTo(201);
    return created.header("Location");
  }

  private static long received(TusClient tus, String upload) {
    return Long.parseLong(tus.offset(upload).header("Upload-Offset"));
  }

  @Test
  void makesDocumentOfPieces() {
    String upload = begin(10);
    assertThat(TUS.append(upload, 0, "01234").header("Upload-Offset")).isEqualTo("5");
    assertThat(TUS.offset(upload).header("Content-Location")).isEmpty();
    TestAnswer last = TUS.append(upload, 5, "56789");
    assertThat(last.status()).as(last.toString()).isEqualTo(204);

    String document = last.header("Content-Location");
    TestAnswer content = SERVER.client().get(document + "/content");
    assertThat(content.body()).isEqualTo("0123456789");
    assertThat(content.header("Content-Type")).isEqualTo("text/plain");
    // Whose answer was lost asks, or sends nothing again.
    assertThat(TUS.offset(upload).header("Content-Location")).isEqualTo(document);
    assertThat(TUS.append(upload, 10, "").header("Content-Location")).isEqualTo(document);
  }

  /** Its bytes would be swept while the client may still go on. */
  @Test
  void refusesToStartWhereAnUploadOutlivesItsBytes() {
    Database database = TestDatabase.freshDatabase();
    assertThatThrownBy(
            () -> ContentServer.start(database, folder, "--reprise.content.inbound-grace=12h"))
        .rootCause()
        .hasMessageContaining("reprise.content.upload.expiry must be shorter than");
  }

  @Test
  void makesDocumentWithoutBytesAtOnce() {
    TestAnswer created = TUS.create(newName(), 0);
    assertThat(created.header("Content-Location")).startsWith("/documents/");
  }

  @Test
  void saysWhatItCan() {
    TestAnswer options = SERVER.client().send("OPTIONS", "/uploads", BodyPublishers.noBody());
    assertThat(options.status()).isEqualTo(204);
    assertThat(options.header("Tus-Version")).isEqualTo("1.0.0");
    assertThat(options.header("Tus-Extension")).contains("creation", "checksum", "expiration");
    assertThat(options.header("Allow")).isEqualTo("OPTIONS, POST");
    assertThat(SERVER.client().send("OPTIONS", begin(1), BodyPublishers.noBody()).header("Allow"))
        .isEqualTo("OPTIONS, HEAD, PATCH, DELETE");
    JsonNode paths = SERVER.client().get("/v3/api-docs").json().path("paths");
    assertThat(paths.path("/uploads").path("post").path("responses").has("201")).isTrue();
    JsonNode upload = paths.path("/uploads/{id}");
    for (String method : List.of("patch", "delete", "options")) {
      assertThat(upload.path(method).path("responses").has("204")).as(method).isTrue();
      assertThat(upload.path(method).path("parameters").toString().contains("Tus-Resumable"))
          .isEqualTo(!method.equals("options"));
    }
  }

  /** The core protocol: each response has the version, and HEAD what the client sent. */
  @Test
  void describesUploadAndVersion() {
    String name = newName();
    String upload = TUS.create(name, 10).header("Location");
    SERVER.execute(
        "update upload set expires_at = '2100-01-02 03:04:05Z' where id = '%s'"
            .formatted(id(upload)));
    TestAnswer offset = TUS.offset(upload);
    assertThat(offset.header("Upload-Length")).isEqualTo("10");
    assertThat(offset.header("Upload-Metadata"))
        .isEqualTo(
            "filename " + TusClient.base64(name) + ",filetype " + TusClient.base64("text/plain"));
    assertThat(offset.header("Upload-Expires")).isEqualTo("Sat, 02 Jan 2100 03:04:05 GMT");
    assertThat(offset.header("Cache-Control")).contains("no-store");
    TestAnswer missing = TUS.delete("/uploads/" + UUID.randomUUID());
    assertThat(missing.status()).isEqualTo(404);
    assertThat(missing.header("Tus-Resumable")).isEqualTo("1.0.0");
  }

  /** Uppy sends its own name and media type of the file besides those that tus servers expect. */
  @Test
  void takesMetadataThatUppySends() {
    String name = newName();
    TestAnswer created =
        TUS.create(
            name,
            0,
            "relativePath " + TusClient.base64("null"),
            "name " + TusClient.base64(name),
            "type " + TusClient.base64("text/plain"));
    assertThat(created.status()).as(created.toString()).isEqualTo(201);
    assertThat(
            SERVER.client().get(created.header("Content-Location")).json().path("name").asString())
        .isEqualTo(name);
    TestAnswer versioned =
        TUS.create(newName(), 0, "objectType " + TusClient.base64("reprise:document"));
    assertThat(
            SERVER
                .client()
                .get(versioned.header("Content-Location"))
                .json()
                .path("type")
                .asString())
        .isEqualTo("reprise:document");
  }

  /** The file would be swept by its age, of an upload that is still there. */
  @Test
  void requestWithoutNewBytesDoesNotRenewExpiry() {
    String upload = begin(10);
    TUS.append(upload, 0, "01234");
    SERVER.execute(
        "update upload set expires_at = '2100-01-02 03:04:05Z' where id = '%s'"
            .formatted(id(upload)));
    TestAnswer empty = TUS.append(upload, 5, "");
    assertThat(empty.status()).as(empty.toString()).isEqualTo(204);
    assertThat(empty.header("Upload-Expires")).isEqualTo("Sat, 02 Jan 2100 03:04:05 GMT");
    assertThat(TUS.append(upload, 5, "5").header("Upload-Expires")).doesNotContain("2100");
  }

  @Test
  void refusesTextsThatNoHeaderCanHold() {
    String document = TUS.create(newName(), 0).header("Content-Location");
    String target = "document " + TusClient.base64(document.substring("/documents/".length()));
    assertThat(TUS.create("n".repeat(3000), 5, target).status()).isEqualTo(409);
    assertThat(TUS.create("n".repeat(255), 5, target).status()).isEqualTo(201);
    String type = "filetype " + TusClient.base64("text/plain;a=" + "b".repeat(3000));
    assertThat(TUS.create(newName(), 5, type).status()).isEqualTo(409);
  }

  @Test
  void takesMethodFromHeader() {
    String upload = begin(10);
    TestAnswer part = post(upload, "PATCH", "01234");
    assertThat(part.status()).as(part.toString()).isEqualTo(204);
    assertThat(part.header("Upload-Offset")).isEqualTo("5");
    assertThat(post(upload, "HEAD", "").header("Upload-Offset")).isEqualTo("5");
    assertThat(post(upload, "DELETE", "").status()).isEqualTo(204);
    assertThat(TUS.offset(upload).status()).isEqualTo(404);
    assertThat(post(upload, "INVENT", "").status()).isEqualTo(400);
  }

  private static TestAnswer post(String upload, String method, String body) {
    return SERVER
        .client()
        .send(
            "POST",
            upload,
            BodyPublishers.ofString(body),
            "X-HTTP-Method-Override",
            method,
            "Tus-Resumable",
            "1.0.0",
            "Upload-Offset",
            "0",
            "Content-Type",
            "application/offset+octet-stream");
  }

  @Test
  void refusesWhatIsNoTus() {
    String upload = begin(10);
    TestAnswer withoutVersion = SERVER.client().send("HEAD", upload, BodyPublishers.noBody());
    assertThat(withoutVersion.status()).isEqualTo(412);
    assertThat(withoutVersion.header("Tus-Version")).isEqualTo("1.0.0");
    TestAnswer form =
        TUS.http()
            .send(
                "PATCH",
                upload,
                BodyPublishers.ofString("0"),
                "Tus-Resumable",
                "1.0.0",
                "Upload-Offset",
                "0",
                "Content-Type",
                "text/plain");
    assertThat(form.status()).isEqualTo(415);
    assertThat(TUS.append(upload, 3, "3").status()).isEqualTo(409);
    assertThat(TUS.append(upload, 0, "0123456789+").status()).isEqualTo(413);
    assertThat(received(TUS, upload)).isZero();
    assertThat(TUS.create(newName(), -1).status()).isEqualTo(400);
    assertThat(TUS.create("a/b", 1).status()).isEqualTo(409);
    assertThat(TUS.offset("/uploads/" + UUID.randomUUID()).status()).isEqualTo(404);
  }

  @Test
  void replacesContentOfDocument() {
    String document = TUS.create(newName(), 0).header("Content-Location");
    String target = "document " + TusClient.base64(document.substring("/documents/".length()));
    assertThat(TUS.create("no\0name", 5, target).status()).isEqualTo(400);
    String upload = TUS.create("other.txt", 5, target).header("Location");
    assertThat(TUS.append(upload, 0, "01234").header("Content-Location")).isEqualTo(document);
    assertThat(SERVER.client().get(document + "/content").body()).isEqualTo("01234");
  }

  @Test
  void keepsNoBytesWithAnotherChecksum() throws Exception {
    String upload = begin(5);
    byte[] sha1 =
        MessageDigest.getInstance("SHA-1").digest("01234".getBytes(StandardCharsets.UTF_8));
    String checksum = "sha1 " + Base64.getEncoder().encodeToString(sha1);
    assertThat(TUS.append(upload, 0, "01235", "Upload-Checksum", checksum).status()).isEqualTo(460);
    assertThat(received(TUS, upload)).isZero();
    assertThat(TUS.append(upload, 0, "01234", "Upload-Checksum", "crc 1").status()).isEqualTo(400);
    assertThat(TUS.append(upload, 0, "01234", "Upload-Checksum", checksum).status()).isEqualTo(204);
  }

  @Test
  void keepsWhatCameBeforeTheConnectionBroke() throws IOException {
    String upload = begin(1000);
    beginToSend(SERVER.base(), upload, 1000, "x".repeat(300)).close();
    await().atMost(LIMIT).until(() -> received(TUS, upload) == 300);
    await().atMost(LIMIT).until(() -> TUS.append(upload, 300, "y".repeat(700)).status() == 204);
    assertThat(received(TUS, upload)).isEqualTo(1000);
  }

  // A request whose body is not complete yet.
  private static Socket beginToSend(String base, String upload, int length, String part)
      throws IOException {
    Socket socket = new Socket("127.0.0.1", URI.create(base).getPort());
    String credentials = TestApplication.USERNAME + ":" + TestApplication.PASSWORD;
    send(
        socket,
        """
        PATCH %s HTTP/1.1\r
        Host: localhost\r
        Authorization: Basic %s\r
        Tus-Resumable: 1.0.0\r
        Upload-Offset: 0\r
        Content-Type: application/offset+octet-stream\r
        Content-Length: %d\r
        \r
        %s\
        """
            .formatted(upload, TusClient.base64(credentials), length, part));
    return socket;
  }

  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    socket.getOutputStream().flush();
  }

  @Test
  void oneOfTwoRequestsAtOneOffsetWins() throws Exception {
    String upload = begin(10);
    try (Socket first = beginToSend(SERVER.base(), upload, 10, "01234")) {
      await()
          .atMost(LIMIT)
          .until(() ->
              SERVER.count(
                      "select count(*) from upload where owner is not null and id = '%s'"
                          .formatted(id(upload)))
                  > 0);
      keepLease(upload);
      assertThat(TUS.append(upload, 0, "abcdefghij").status()).isEqualTo(423);
      assertThat(TUS.delete(upload).status()).isEqualTo(423);
      // Asking does not wait for the request that sends.
      assertThat(received(TUS, upload)).isZero();
      send(first, "56789");
      assertThat(statusLine(first)).contains(" 204 ");
    }
    String document = TUS.offset(upload).header("Content-Location");
    assertThat(SERVER.client().get(document + "/content").body()).isEqualTo("0123456789");
  }

  // Also where the machine is too busy to renew it in time.
  private static void keepLease(String upload) {
    SERVER.execute(
        """
        create or replace function keep_lease() returns trigger language plpgsql as $$
          begin new.heartbeat = old.heartbeat; return new; end $$;
        create or replace trigger keep_lease before update on upload for each row
          when (old.heartbeat > now() + interval '1 minute') execute function keep_lease();
        update upload set heartbeat = now() + interval '1 hour' where id = '%s'
        """
            .formatted(id(upload)));
  }

  private static String statusLine(Socket socket) throws IOException {
    return new BufferedReader(
            new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1))
        .readLine();
  }

  @Test
  void leavesNothingOfDeletedUpload() throws IOException {
    String upload = begin(10);
    TUS.append(upload, 0, "01234");
    assertThat(filesOf(SERVER.area(), upload)).hasSize(1);
    assertThat(TUS.delete(upload).status()).isEqualTo(204);
    assertThat(TUS.offset(upload).status()).isEqualTo(404);
    assertThat(filesOf(SERVER.area(), upload)).isEmpty();
  }

  private static String id(String upload) {
    return upload.substring("/uploads/".length());
  }

  private static List<Path> filesOf(Path area, String upload) throws IOException {
    try (Stream<Path> files = Files.list(area.resolve("inbound"))) {
      return files.filter(it -> it.getFileName().toString().startsWith(id(upload))).toList();
    }
  }

  /** A client that finds the whole length acknowledged takes the document for made. */
  @Test
  void acknowledgesLastByteWithDocument() {
    String name = newName();
    String upload = TUS.create(name, 5).header("Location");
    String rival = TUS.create(name, 1).header("Location");
    String document = TUS.append(rival, 0, "x").header("Content-Location");
    assertThat(TUS.append(upload, 0, "01234").status()).isEqualTo(409);
    assertThat(received(TUS, upload)).isEqualTo(4);
    assertThat(TUS.append(upload, 4, "4").status()).isEqualTo(409);
    SERVER.client().delete(document);
    TestAnswer made = TUS.append(upload, 4, "4");
    assertThat(made.header("Upload-Offset")).isEqualTo("5");
    assertThat(SERVER.client().get(made.header("Content-Location") + "/content").body())
        .isEqualTo("01234");
  }

  /** Killed after the row said that it has the upload, and before it had copied the file. */
  @Test
  void keepsReceivedBytesWhenTakeoverWasKilled() {
    String upload = begin(10);
    TUS.append(upload, 0, "01234");
    leaveTakenOver(upload);
    String document = TUS.append(upload, 5, "56789").header("Content-Location");
    assertThat(SERVER.client().get(document + "/content").body()).isEqualTo("0123456789");
  }

  private static void leaveTakenOver(String upload) {
    SERVER.execute(
        """
        update upload set owner = gen_random_uuid(), heartbeat = now() - interval '1 hour',
          epoch = epoch + 1
        where id = '%s'
        """
            .formatted(id(upload)));
  }

  /** A process that comes back after two takeovers makes its file again, without bytes. */
  @Test
  void ignoresFileThatLacksReceivedBytes() throws IOException {
    String upload = begin(10);
    TUS.append(upload, 0, "01234");
    leaveTakenOver(upload);
    Files.createFile(SERVER.area().resolve("inbound").resolve(id(upload) + "-1"));
    String document = TUS.append(upload, 5, "56789").header("Content-Location");
    assertThat(SERVER.client().get(document + "/content").body()).isEqualTo("0123456789");
  }

  @Test
  void beginsAgainWhenReceivedBytesAreGone() throws IOException {
    String upload = begin(10);
    TUS.append(upload, 0, "01234");
    for (Path file : filesOf(SERVER.area(), upload)) {
      Files.delete(file);
    }
    assertThat(TUS.append(upload, 5, "56789").status()).isEqualTo(409);
    assertThat(received(TUS, upload)).isZero();
    String document = TUS.append(upload, 0, "0123456789").header("Content-Location");
    assertThat(SERVER.client().get(document + "/content").body()).isEqualTo("0123456789");
  }

  /** Others may have taken the room that there was when the upload began. */
  @Test
  void refusesBytesThatWouldTakeTheReserve() {
    String reserve = "--reprise.content.areas[0].reserved-bytes=1000TB";
    try (ContentServer full = ContentServer.start(SERVER.database(), SERVER.area(), reserve)) {
      String upload = begin(10);
      TestAnswer refused = new TusClient(full.client()).append(upload, 0, "0123456789");
      assertThat(refused.status()).as(refused.toString()).isEqualTo(507);
      assertThat(received(TUS, upload)).isZero();
      assertThat(TUS.append(upload, 0, "0123456789").status()).isEqualTo(204);
    }
  }

  @Test
  void removesExpiredUploadsAndTheirFiles() throws IOException {
    Database database = TestDatabase.freshDatabase();
    Path area = folder.resolve("area");
    try (ContentServer server = ContentServer.start(database, area)) {
      TusClient tus = new TusClient(server.client());
      String upload = tus.create("late.txt", 10).header("Location");
      tus.append(upload, 0, "01234");
      server.execute("update upload set expires_at = now() - interval '1 second'");
      assertThat(tus.offset(upload).status()).isEqualTo(404);
      assertThat(tus.append(upload, 5, "56789").status()).isEqualTo(404);
      assertThat(filesOf(area, upload)).hasSize(1);
      try (ContentServer _ = ContentServer.start(database, area)) {
        await().atMost(LIMIT).until(() -> filesOf(area, upload).isEmpty());
      }
      assertThat(server.count("select count(*) from upload")).isZero();
    }
  }

  /** What was synced is there after a kill; the next process goes on when the lease has ended. */
  @Test
  void goesOnAfterKill() throws IOException {
    Database database = TestDatabase.freshDatabase();
    Path area = folder.resolve("area");
    String checkpoint = "--reprise.content.upload.checkpoint=100KB";
    int length = 1_000_000;
    String text = "0123456789".repeat(length / 10);
    String upload;
    try (ContentProcess process =
        ContentProcess.start(database, area, folder.resolve("log-1"), checkpoint)) {
      TusClient tus = new TusClient(process.client());
      upload = tus.create("killed.txt", length).header("Location");
      try (Socket _ = beginToSend(process.base(), upload, length, text.substring(0, length / 2))) {
        await().atMost(LIMIT).until(() -> received(tus, upload) > 0);
        process.kill();
      }
    }
    try (ContentProcess process =
        ContentProcess.start(database, area, folder.resolve("log-2"), checkpoint)) {
      TusClient tus = new TusClient(process.client());
      long received = received(tus, upload);
      assertThat(received).isBetween(1L, (long) length / 2);
      String rest = text.substring((int) received);
      await().atMost(LIMIT).until(() -> tus.append(upload, received, rest).status() == 204);
      String document = tus.offset(upload).header("Content-Location");
      assertThat(process.client().get(document + "/content").body()).isEqualTo(text);
    }
  }

  /** A process that was stopped beyond its lease writes to a file that nobody reads. */
  @Test
  void takesOverFromStoppedProcess() throws Exception {
    Database database = TestDatabase.freshDatabase();
    Path area = folder.resolve("area");
    String checkpoint = "--reprise.content.upload.checkpoint=10B";
    try (ContentProcess stopped =
            ContentProcess.start(database, area, folder.resolve("log-1"), checkpoint);
        ContentServer other = ContentServer.start(database, area)) {
      TusClient first = new TusClient(stopped.client());
      TusClient second = new TusClient(other.client());
      String upload = first.create("stopped.txt", 40).header("Location");
      try (Socket late = beginToSend(stopped.base(), upload, 40, "0123456789")) {
        await().atMost(LIMIT).until(() -> received(second, upload) == 10);
        stopped.halt();
        send(late, "wrong".repeat(6));
        await()
            .atMost(LIMIT)
            .until(() -> second.append(upload, 10, "abcdefghij".repeat(3)).status() == 204);
        stopped.resume();
        assertThat(statusLine(late)).contains(" 423 ");
      }
      String document = second.offset(upload).header("Content-Location");
      assertThat(other.client().get(document + "/content").body())
          .isEqualTo("0123456789" + "abcdefghij".repeat(3));
    }
  }
}
