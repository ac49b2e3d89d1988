package org.reprise.lists.dataimport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.lists.InsertGate;
import org.reprise.lists.ListsProcess;
import org.reprise.lists.ListsServer;
import org.reprise.lists.dataimport.ImportClient.Made;
import org.reprise.lists.marc.MarcSamples;
import org.reprise.localstack.kafka.LocalKafka;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestDatabase;
import org.reprise.localstack.testing.TestKafka;

/** Processes killed in the middle of a file: no record is lost or imported twice. */
class ImportCrashIT {
  private static final int RECORDS = 4_000;

  @TempDir
  @SuppressWarnings("NullAway.Init") // by JUnit
  Path directory;

  /** Settings of processes that are missed soon. */
  private static String[] settings(String... more) {
    return Stream.concat(
            Stream.of(
                "--spring.kafka.consumer.properties.session.timeout.ms=3000",
                "--spring.kafka.consumer.heartbeat-interval=500ms"),
            Stream.of(more))
        .toArray(String[]::new);
  }

  private static long done(Database database) {
    return database.count("select count(*) from import_chunk where state <> 'PENDING'");
  }

  private static void awaitDone(Database database, int chunks) {
    await().atMost(ImportClient.LIMIT).until(() -> done(database) >= chunks);
  }

  @Test
  void otherProcessesFinishImportOfKilledProcess() throws Exception {
    Database database = TestDatabase.freshDatabase();
    String[] settings =
        ImportServer.arguments(TestKafka.bootstrapServers(), TestKafka.freshName(), settings());
    Made made;
    try (ListsProcess first = ListsProcess.start(database, directory.resolve("first"), settings)) {
      made = new ImportClient(first.client()).begin(MarcSamples.books(RECORDS));
      awaitDone(database, 5);
      first.kill();
    }
    assertThat(done(database)).as("killed in the middle").isLessThan(RECORDS / 50);
    try (ListsServer next = ListsServer.start(database, settings);
        ListsServer neighbour = ListsServer.start(database, settings)) {
      new ImportClient(next.client()).awaitCommitted(made, RECORDS);
      ImportServer.assertOnce(database, made, RECORDS);
      Made shared = new ImportClient(neighbour.client()).begin(MarcSamples.books(500));
      new ImportClient(next.client()).awaitCommitted(shared, 500);
      ImportServer.assertOnce(database, shared, 500);
    }
  }

  /** It holds the rows of a chunk until the database ends its transaction. */
  @Test
  void importIsContinuedAfterSigstop() throws Exception {
    Database database = ListsServer.migratedDatabase();
    String[] settings =
        ImportServer.arguments(
            TestKafka.bootstrapServers(),
            TestKafka.freshName(),
            settings(
                "--spring.datasource.hikari.data-source-properties.options="
                    + "-c idle_in_transaction_session_timeout=2s"));
    try (InsertGate gate = InsertGate.of(database, "marc_record", "true");
        ListsProcess halted = ListsProcess.start(database, directory.resolve("halted"), settings)) {
      Made made = new ImportClient(halted.client()).begin(MarcSamples.books(500));
      await()
          .atMost(ImportClient.LIMIT)
          .until(() ->
              database.count(
                      """
                      select count(*) from pg_stat_activity
                      where datname = current_database() and wait_event_type = 'Lock'\
                      """)
                  > 0);
      halted.halt();
      gate.open();
      try (ListsServer neighbour = ListsServer.start(database, settings)) {
        ImportClient client = new ImportClient(neighbour.client());
        client.awaitCommitted(made, 500);
        halted.resume();
        Made next = client.begin(MarcSamples.books(500));
        client.awaitCommitted(next, 500);
        ImportServer.assertOnce(database, made, 500);
        ImportServer.assertOnce(database, next, 500);
      }
    }
  }

  @Test
  void waitsForKilledBroker() throws Exception {
    Database database = TestDatabase.freshDatabase();
    try (LocalKafka broker = TestKafka.builder().start();
        ListsServer server =
            ListsServer.start(
                database, ImportServer.arguments(broker.bootstrapServers(), "killed"))) {
      ImportClient client = new ImportClient(server.client());
      Made made = client.begin(MarcSamples.books(RECORDS));
      awaitDone(database, 5);
      broker.kill();
      assertThat(done(database)).as("killed in the middle").isLessThan(RECORDS / 50);
      Made meanwhile = client.begin(MarcSamples.books(100));
      broker.start();
      client.awaitCommitted(made, RECORDS);
      client.awaitCommitted(meanwhile, 100);
      ImportServer.assertOnce(database, made, RECORDS);
      ImportServer.assertOnce(database, meanwhile, 100);
    }
  }

  @Test
  void publishesFilesUploadedWithoutBroker() throws Exception {
    Database database = TestDatabase.freshDatabase();
    Made made;
    try (ListsServer without =
        ListsServer.start(database, ImportServer.arguments("", TestKafka.freshName()))) {
      ImportClient client = new ImportClient(without.client());
      made = client.begin(MarcSamples.books(60));
      assertThat(client.job(made).get("status").asString()).isEqualTo("PARSING_IN_PROGRESS");
      // As one leaves it that was killed while it published.
      without.execute(
          """
          update job_execution
          set owner = gen_random_uuid(), heartbeat = now()\
          """);
    }
    try (ListsServer with =
        ListsServer.start(
            database,
            ImportServer.arguments(TestKafka.bootstrapServers(), TestKafka.freshName()))) {
      new ImportClient(with.client()).awaitCommitted(made, 60);
      ImportServer.assertOnce(database, made, 60);
      brokenUploadLeavesNothing(with);
    }
  }

  private static void brokenUploadLeavesNothing(ListsServer server) throws Exception {
    ImportClient client = new ImportClient(server.client());
    Made made = client.define("cut.mrc");
    URI base = URI.create(server.base());
    String credentials = ListsServer.USERNAME + ":" + ListsServer.PASSWORD;
    try (Socket socket = new Socket(base.getHost(), base.getPort())) {
      OutputStream out = socket.getOutputStream();
      out.write(
          """
          POST %s/files/%s HTTP/1.1\r
          Host: localhost\r
          Authorization: Basic %s\r
          X-Okapi-Tenant: diku\r
          Content-Type: application/octet-stream\r
          Content-Length: 9000000\r
          \r
          """
              .formatted(
                  made.path(),
                  made.file(),
                  Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8)))
              .getBytes(StandardCharsets.UTF_8));
      out.write(MarcSamples.books(3_000));
      out.flush();
      await()
          .atMost(ImportClient.LIMIT)
          .until(() -> server.count("select count(*) from upload_piece") > 0);
    }
    await()
        .atMost(ImportClient.LIMIT)
        .until(() -> server.count("select count(*) from upload_piece") == 0);
    assertThat(client.process(made).code()).isEqualTo("process.files-file.not.uploaded");
    assertThat(client.upload(made, MarcSamples.books(2)).status()).isEqualTo(200);
    assertThat(client.process(made).status()).isEqualTo(204);
    client.awaitCommitted(made, 2);
  }
}
