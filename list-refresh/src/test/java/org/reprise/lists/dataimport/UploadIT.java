package org.reprise.lists.dataimport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayInputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.lists.ListsClient;
import org.reprise.lists.ListsClient.Answer;
import org.reprise.lists.ListsServer;
import org.reprise.lists.RowsVisited;
import org.reprise.lists.dataimport.ImportClient.Made;
import org.reprise.lists.marc.MarcSamples;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.web.Paging;
import org.reprise.localstack.postgres.Database;
import tools.jackson.databind.JsonNode;

/** Upload definitions and files before an import; without Kafka. */
class UploadIT {
  private static final int LARGEST = 5 * 1024 * 1024;
  private static final ListsServer SERVER =
      ListsServer.start(
          "--reprise.lists.roles=import",
          "--reprise.lists.import.max-file-size=" + LARGEST + "B",
          "--reprise.lists.import.upload-idle=5s");

  private final ImportClient client = new ImportClient(SERVER.client());
  private final ListsClient http = client.http();

  @AfterAll
  static void end() {
    SERVER.close();
  }

  private static void assertRefused(Answer answer, int status, String code) {
    assertThat(answer.status()).as(answer.toString()).isEqualTo(status);
    assertThat(answer.code()).as(answer.toString()).isEqualTo(code);
    assertThat(answer.json().get("message").asString()).isNotBlank();
  }

  private static long pieces(Made made) {
    return SERVER.count(
        "select count(*) from upload_piece where definition_id = '%s'".formatted(made.id()));
  }

  @Test
  void definitionIsNewThenLoadedThenCompleted() {
    UUID user = UUID.randomUUID();
    ImportClient mine = new ImportClient(http.as(user));
    Made made = mine.define("books.mrc");
    JsonNode fresh = http.get(made.path()).json();
    assertThat(fresh.get("status").asString()).isEqualTo("NEW");
    assertThat(fresh.at("/fileDefinitions/0/name").asString()).isEqualTo("books.mrc");
    assertThat(fresh.at("/fileDefinitions/0/status").asString()).isEqualTo("NEW");
    assertThat(fresh.at("/fileDefinitions/0/jobExecutionId").asString()).isEqualTo(made.job());
    assertThat(fresh.at("/metadata/createdByUserId").asString()).isEqualTo(user.toString());
    assertThat(client.job(made).get("status").asString()).isEqualTo("NEW");

    byte[] file = MarcSamples.books(3);
    JsonNode loaded = client.upload(made, file).json();
    assertThat(loaded.get("status").asString()).isEqualTo("LOADED");
    assertThat(loaded.at("/fileDefinitions/0/status").asString()).isEqualTo("UPLOADED");
    assertThat(loaded.at("/fileDefinitions/0/size").asInt()).isEqualTo(1);
    assertThat(client.job(made).get("status").asString()).isEqualTo("FILE_UPLOADED");

    assertThat(client.process(made).status()).isEqualTo(204);
    assertThat(http.get(made.path()).json().get("status").asString()).isEqualTo("COMPLETED");
    JsonNode job = client.job(made);
    assertThat(job.get("status").asString()).isEqualTo("PARSING_IN_PROGRESS");
    assertThat(job.get("userId").asString()).isEqualTo(user.toString());
    assertThat(job.at("/jobProfileInfo/dataType").asString()).isEqualTo("MARC");
    assertRefused(client.process(made), 409, "process.files-already.started");
    assertRefused(http.delete(made.path()), 409, "delete-job.in.progress");
  }

  @Test
  void storesFilesByteForByte() throws Exception {
    byte[] file = MarcSamples.books(3 * Pieces.PIECE / MarcSamples.book(1, "main/stacks").length);
    Made made = client.define("large.mrc");
    assertThat(client.upload(made, file).status()).isEqualTo(200);
    assertThat(pieces(made)).isEqualTo(Math.ceilDiv(file.length, Pieces.PIECE));
    assertThat(
            SERVER.count(
                """
                select count(*) from (
                  select string_agg(content, ''::bytea order by number) as content
                  from upload_piece where definition_id = '%s') p
                where md5(content) = '%s'\
                """
                    .formatted(
                        made.id(),
                        HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(file)))))
        .isEqualTo(1);
  }

  @Test
  void refusesTooLargeFilesDeclaredOrNot() {
    byte[] large = new byte[LARGEST + 1];
    Made made = client.define("large.mrc");
    assertRefused(client.upload(made, large), 413, "upload-file.too.large");
    assertRefused(
        http.send(
            "POST",
            made.path() + "/files/" + made.file(),
            BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(large)),
            "application/octet-stream"),
        413,
        "upload-file.too.large");
    assertThat(pieces(made)).isZero();
    assertThat(client.upload(made, new byte[LARGEST]).status()).isEqualTo(200);
  }

  @Test
  void refusesSecondAndEmptyUploads() {
    Made made = client.define("books.mrc");
    assertRefused(client.process(made), 422, "process.files-file.not.uploaded");
    assertRefused(client.upload(made, new byte[0]), 400, "upload-file.empty");
    assertThat(client.upload(made, MarcSamples.books(1)).status()).isEqualTo(200);
    assertRefused(client.upload(made, MarcSamples.books(2)), 409, "upload-file.already.uploaded");
    assertThat(pieces(made)).isEqualTo(1);
  }

  @Test
  void refusesUploadWhoseDefinitionWasDeleted() throws Exception {
    Made made = client.define("deleted.mrc");
    try (PipedInputStream body = new PipedInputStream(1024 * 1024)) {
      CompletableFuture<Answer> answer;
      try (PipedOutputStream sender = new PipedOutputStream(body)) {
        answer =
            CompletableFuture.supplyAsync(() ->
                http.send(
                    "POST",
                    made.path() + "/files/" + made.file(),
                    BodyPublishers.ofInputStream(() -> body),
                    "application/octet-stream"));
        sender.write(new byte[2 * Pieces.PIECE]);
        await().atMost(ImportClient.LIMIT).until(() -> pieces(made) > 0);
        assertThat(http.delete(made.path()).status()).isEqualTo(204);
        sender.write(new byte[Pieces.PIECE]);
      }
      assertRefused(answer.join(), 409, "upload-file.replaced");
    }
    assertThat(pieces(made)).isZero();
  }

  /** An upload that was overtaken while it began removed pieces of the one that succeeded. */
  @RepeatedTest(20)
  void oneOfSeveralConcurrentUploadsSucceeds() {
    Made made = client.define("raced.mrc");
    byte[] file = MarcSamples.books(2_000);
    long taken =
        IntStream.range(0, 6)
            .mapToObj(n -> CompletableFuture.supplyAsync(() -> client.upload(made, file).status()))
            .toList()
            .stream()
            .map(CompletableFuture::join)
            .filter(status -> status == 200)
            .count();
    assertThat(taken).isEqualTo(1);
    assertThat(pieces(made)).isEqualTo(Math.ceilDiv(file.length, Pieces.PIECE));
  }

  @Test
  void oneOfSeveralConcurrentStartsSucceeds() {
    Made made = client.define("raced.mrc");
    client.upload(made, MarcSamples.books(1));
    long started =
        IntStream.range(0, 6)
            .mapToObj(n -> CompletableFuture.supplyAsync(() -> client.process(made).status()))
            .toList()
            .stream()
            .map(CompletableFuture::join)
            .filter(status -> status == 204)
            .count();
    assertThat(started).isEqualTo(1);
  }

  @Test
  void unknownIdsAreNotFound() {
    Made made = client.define("books.mrc");
    String nowhere = ImportClient.DEFINITIONS + "/" + UUID.randomUUID();
    assertRefused(http.get(nowhere), 404, "read-upload.definition.not.found");
    assertRefused(http.delete(nowhere), 404, "delete-upload.definition.not.found");
    assertRefused(
        client.upload(new Made(made.id(), UUID.randomUUID().toString(), ""), new byte[1]),
        404,
        "upload-file.not.found");
    assertRefused(
        http.json("POST", nowhere + "/processFiles", ImportClient.PROFILE),
        404,
        "process.files-upload.definition.not.found");
    assertRefused(
        http.get("/metadata-provider/jobExecutions/" + UUID.randomUUID()),
        404,
        "read-job.execution.not.found");
    assertRefused(
        http.get("/metadata-provider/jobLogEntries/" + UUID.randomUUID()),
        404,
        "read-job.execution.not.found");
    assertRefused(http.get(ImportClient.DEFINITIONS + "/books"), 400, "read-invalid.request");
  }

  @Test
  void endsAbandonedUploadAndTakesTheFileAgain() throws Exception {
    Made made = client.define("books.mrc");
    byte[] books = MarcSamples.books(3_000);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        PipedOutputStream sender = new PipedOutputStream()) {
      PipedInputStream body = new PipedInputStream(sender, books.length);
      Future<Answer> abandoned =
          threads.submit(() ->
              http.send(
                  "POST",
                  made.path() + "/files/" + made.file(),
                  BodyPublishers.ofInputStream(() -> body),
                  "application/octet-stream"));
      sender.write(books, 0, Pieces.PIECE + Pieces.PIECE / 2);
      sender.flush();
      await().until(() -> pieces(made) == 1);
      Uploads uploads = SERVER.part(Uploads.class);
      assertThat(uploads.endAbandoned(Duration.ofMinutes(5))).isZero();
      SERVER.execute(
          "update upload_definition set last_piece_date = now() - interval '1 hour' where id = '%s'"
              .formatted(made.id()));
      // By the schedule, which looks five times in that time.
      await().until(() -> pieces(made) == 0);
      assertThat(http.get(made.path()).json().get("status").asString()).isEqualTo("NEW");
      sender.write(books, 0, books.length - 1);
      sender.close();
      assertRefused(abandoned.get(), 409, "upload-file.replaced");
    }
    assertThat(pieces(made)).isZero();
    assertThat(client.upload(made, books).status()).isEqualTo(200);
  }

  @Test
  void deletingADefinitionDeletesItsFileAndDiscardsItsJob() {
    Made made = client.define("books.mrc");
    client.upload(made, MarcSamples.books(1));
    assertThat(http.delete(made.path()).status()).isEqualTo(204);
    assertThat(http.get(made.path()).status()).isEqualTo(404);
    assertThat(pieces(made)).isZero();
    assertThat(client.job(made).get("status").asString()).isEqualTo("DISCARDED");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"fileDefinitions\": null}",
        "{\"fileDefinitions\": []}",
        "{\"fileDefinitions\": [null]}",
        "{\"fileDefinitions\": [{}]}",
        "{\"fileDefinitions\": [{\"name\": \" \"}]}",
        "{\"fileDefinitions\": [{\"name\": \"a\\u0000b.mrc\"}]}",
        "{\"fileDefinitions\": [{\"name\": \"a\\nb.mrc\"}]}",
        "{\"fileDefinitions\": [{\"name\": \"a\"}, {\"name\": \"b\"}]}"
      })
  void refusesDefinitionsWithoutOneNamedFile(String body) {
    assertRefused(
        http.json("POST", ImportClient.DEFINITIONS, body), 422, "create-file.definitions.invalid");
  }

  @Test
  void refusesDefinitionsThatAreNoJson() {
    assertThat(http.json("POST", ImportClient.DEFINITIONS, "{").status()).isEqualTo(400);
    assertThat(http.json("POST", ImportClient.DEFINITIONS, "[]").status()).isEqualTo(400);
    String name = "x".repeat(256);
    assertThat(
            http.json(
                    "POST",
                    ImportClient.DEFINITIONS,
                    "{\"fileDefinitions\": [{\"name\": \"%s\"}]}".formatted(name))
                .status())
        .isEqualTo(422);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"jobProfileInfo\": {}}",
        "{\"jobProfileInfo\": {\"name\": \"Update instances\", \"dataType\": \"MARC\"}}",
        "{\"jobProfileInfo\": {\"name\": \"PTF - Create 2\", \"dataType\": \"EDIFACT\"}}"
      })
  void refusesUnknownJobProfiles(String body) {
    Made made = client.define("books.mrc");
    client.upload(made, MarcSamples.books(1));
    assertRefused(
        http.json("POST", made.path() + "/processFiles", body),
        422,
        "process.files-job.profile.unknown");
    assertThat(client.job(made).get("status").asString()).isEqualTo("FILE_UPLOADED");
  }

  /** A file makes a hundred thousand of them, and a page has a thousand jobs. */
  @Test
  void pageOfJobsVisitsNoChunksOfEndedOnes() {
    Database database = ListsServer.migratedDatabase();
    database.execute(
        """
        with job as (
          insert into job_execution (tenant, id, file_name, status, total, broken)
          select t.id, gen_random_uuid(), 'books.mrc', 'PARSING_IN_PROGRESS', 2501, 1
          from tenant t, generate_series(1, 20) where t.name = '%s'
          returning tenant, id)
        insert into import_chunk (tenant, job_id, number, first_record, records, file_offset,
          length, state, imported, failed)
        select tenant, id, n, n * 5, 5, 0, 1, 'DONE', 4, 1 from job, generate_series(1, 500) n\
        """
            .formatted(ListsServer.TENANT));
    short number = (short) database.count("select id from tenant where name = 'diku'");
    try (RowsVisited visited = new RowsVisited(database, "import_chunk")) {
      Jobs jobs = new Jobs(visited.client().jdbc());
      jobs.completeAllDone();
      visited.next();
      List<JobExecution> page =
          jobs.page(new Tenant(number, "diku"), List.of(), new Paging(0, 10)).jobExecutions();
      assertThat(visited.next()).isLessThan(100);
      assertThat(page)
          .hasSize(10)
          .allSatisfy(job -> {
            assertThat(job.status()).isEqualTo(JobStatus.ERROR);
            assertThat(job.progress())
                .isEqualTo(new JobExecution.Progress(job.id(), 2_501, 2_501, 501));
          });
    }
  }

  @Test
  void refusesStartWithAnotherDefinitionInTheBody() {
    Made made = client.define("books.mrc");
    client.upload(made, MarcSamples.books(1));
    assertRefused(
        http.json(
            "POST",
            made.path() + "/processFiles",
            """
            {"uploadDefinition": {"id": "%s"},
             "jobProfileInfo": {"name": "PTF - Create 2", "dataType": "MARC"}}\
            """
                .formatted(UUID.randomUUID())),
        422,
        "process.files-upload.definition.mismatch");
    assertThat(
            http.json(
                    "POST",
                    made.path() + "/processFiles",
                    """
                    {"uploadDefinition": %s,
                     "jobProfileInfo": {"name": "PTF - Create 2", "dataType": "MARC"}}\
                    """
                        .formatted(http.get(made.path()).body()))
                .status())
        .isEqualTo(204);
  }

  @ParameterizedTest
  @CsvSource({"offset=-1", "limit=-1", "limit=1001", "limit=x", "statusAny=LOST"})
  void refusesInvalidPages(String query) {
    assertRefused(
        http.get("/metadata-provider/jobExecutions?" + query), 400, "read-invalid.request");
  }

  @Test
  void listsJobsByStatusNewestFirst() {
    Made first = client.define("first.mrc");
    Made second = client.define("second.mrc");
    client.upload(second, MarcSamples.books(1));
    JsonNode all =
        http.get(
                "/metadata-provider/jobExecutions?statusAny=NEW&statusAny=FILE_UPLOADED&statusAny=CANCELLED&limit=2")
            .json();
    assertThat(all.get("jobExecutions").valueStream().map(job -> job.get("id").asString()))
        .containsExactly(second.job(), first.job());
    assertThat(all.get("totalRecords").asInt()).isGreaterThanOrEqualTo(2);
    assertThat(
            http.get("/metadata-provider/jobExecutions?statusAny=NEW&limit=1")
                .json()
                .at("/jobExecutions/0/id")
                .asString())
        .isEqualTo(first.job());
  }

  @Test
  void refusesFilesOfATenantWhoseFilesFillItsSpace() {
    try (ListsServer narrow =
        ListsServer.start(SERVER.database(), "--reprise.lists.import.space=1MB")) {
      ImportClient other = new ImportClient(narrow.client(ListsServer.OTHER_TENANT));
      byte[] file = new byte[1024 * 1024];
      Made first = other.define("first.mrc");
      assertThat(other.upload(first, file).status()).isEqualTo(200);
      Made second = other.define("second.mrc");
      Answer refused = other.upload(second, file);
      assertRefused(refused, 503, "upload-upload.space.used.up");
      assertThat(refused.header("Retry-After")).isEqualTo("5");
      assertThat(other.http().delete(first.path()).status()).isEqualTo(204);
      assertThat(other.upload(second, file).status()).isEqualTo(200);
    }
  }

  /** Each of several at once would see the space that the others take a moment later. */
  @Test
  void concurrentUploadsTakeNoMoreThanTheSpace() throws Exception {
    Database database = ListsServer.migratedDatabase();
    try (ListsServer narrow =
            ListsServer.patient(
                database,
                "--reprise.lists.roles=import",
                "--reprise.lists.import.space=1MB",
                "--reprise.lists.import.max-file-size=1MB");
        ExecutorService senders = Executors.newVirtualThreadPerTaskExecutor()) {
      ImportClient sender = new ImportClient(narrow.client());
      List<Made> all = List.of(sender.define("first.mrc"), sender.define("second.mrc"));
      // Each fills the space, also when it has been received before the other one begins.
      List<Future<Integer>> statuses;
      try (Connection other = database.connect();
          Statement lock = other.createStatement()) {
        other.setAutoCommit(false);
        // Reads go on.
        lock.execute("lock table upload_definition in exclusive mode");
        statuses =
            all.stream()
                .map(made -> senders.submit(() -> sender.upload(made, new byte[1 << 20]).status()))
                .toList();
        await().atMost(ImportClient.LIMIT).until(() -> waiting(database) == 2);
        other.rollback();
      }
      assertThat(List.of(statuses.getFirst().get(), statuses.getLast().get()))
          .containsExactlyInAnyOrder(200, 503);
    }
  }

  private static long waiting(Database database) {
    return database.count(
        """
        select count(*) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'
          and (query like 'update upload_definition set upload = %' or query like '%from tenant%')\
        """);
  }

  @Test
  void refusesUploadsOfOtherContentTypes() {
    Made made = client.define("books.mrc");
    assertThat(http.json("POST", made.path() + "/files/" + made.file(), "{}").status())
        .isEqualTo(415);
  }
}
