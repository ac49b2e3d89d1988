package org.reprise.content.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.content.ContentServer;
import org.reprise.content.Upload;
import org.reprise.localstack.testing.TestDatabase;

/** A pool of one connection, and a request that waits for the rest of its body. */
class ConnectionPerRequestIT {
  private static final Duration LIMIT = Duration.ofMinutes(10);
  private static final byte[] HALF = new byte[100_000];
  private static final String UNKNOWN = "/documents/00000000-0000-0000-0000-000000000000";

  @TempDir private Path folder;

  private ContentServer start(String... settings) {
    return ContentServer.start(TestDatabase.freshDatabase(), folder, settings);
  }

  private void awaitReceiving() {
    await()
        .atMost(LIMIT)
        .until(() -> {
          try (Stream<Path> files = Files.list(folder.resolve("inbound"))) {
            return files.findAny().isPresent();
          }
        });
  }

  @Test
  void holdsConnectionForTheWholeRequest() throws IOException {
    try (ContentServer server =
        start(
            "--reprise.content.connection-hold=request",
            "--spring.datasource.hikari.maximum-pool-size=1",
            "--spring.datasource.hikari.connection-timeout=10000")) {
      try (Upload upload = new Upload(server.base(), 2L * HALF.length)) {
        upload.send(HALF);
        awaitReceiving();
        assertThat(server.client().get(UNKNOWN).status()).isEqualTo(503);
        assertThat(server.client().get("/admin/cache").status()).isEqualTo(200);
        upload.send(HALF);
        assertThat(upload.response()).startsWith("HTTP/1.1 201 ");
      }
      assertThat(server.client().get(UNKNOWN).status()).isEqualTo(404);
      await().atMost(LIMIT).until(() -> server.metric("hikaricp_connections_active") == 0);
    }
  }

  @Test
  void holdsConnectionForStatementsOnly() throws IOException {
    try (ContentServer server = start("--spring.datasource.hikari.maximum-pool-size=1");
        Upload upload = new Upload(server.base(), 2L * HALF.length)) {
      upload.send(HALF);
      awaitReceiving();
      assertThat(server.client().get(UNKNOWN).status()).isEqualTo(404);
      upload.send(HALF);
      assertThat(upload.response()).startsWith("HTTP/1.1 201 ");
    }
  }

  @Test
  void startsWithPoolsOfTheReport() {
    assertPools("report-default", 50, 10);
    assertPools("report-tuned", 1000, 80);
  }

  private void assertPools(String profile, int threads, int connections) {
    try (ContentServer server =
        start(
            "--spring.profiles.active=" + profile,
            "--reprise.content.areas[0].location=" + folder.resolve(profile),
            "--spring.datasource.hikari.minimum-idle=1")) {
      assertThat(server.client().get(UNKNOWN).status()).isEqualTo(404);
      assertThat(server.metric("hikaricp_connections_max")).isEqualTo(connections);
      assertThat(server.protocol().getMaxThreads()).isEqualTo(threads);
    }
  }
}
