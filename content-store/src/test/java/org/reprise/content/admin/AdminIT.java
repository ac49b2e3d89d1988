package org.reprise.content.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.content.ContentServer;
import org.reprise.content.cache.ContentCache;
import org.reprise.localstack.testing.TestAnswer;
import org.reprise.localstack.testing.TestApplication;
import org.reprise.localstack.testing.TestClient;
import org.reprise.localstack.testing.TestDatabase;
import tools.jackson.databind.JsonNode;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AdminIT {
  private static final int MIB = 1024 * 1024;

  private ContentServer server;
  private TestClient<TestAnswer> client;

  @BeforeAll
  void start(@TempDir Path folder) {
    server =
        ContentServer.start(
            TestDatabase.freshDatabase(),
            folder,
            "--reprise.content.areas[1].name=second",
            "--reprise.content.areas[1].location=" + folder.resolve("second"),
            "--reprise.content.areas[1].serve=sendfile",
            "--reprise.content.cache.bytes=2MB",
            "--reprise.content.cache.max-bytes=5MB",
            "--reprise.content.cache.entries=50",
            "--reprise.security.users[0].username=somebody",
            "--reprise.security.users[0].password=" + TestApplication.HASHED_PASSWORD);
    client = server.client();
  }

  @AfterAll
  void end() {
    server.close();
  }

  @BeforeEach
  void reset() {
    server.execute("delete from object where parent is not null; delete from blob");
    server.part(ContentCache.class).resize(2 * MIB, 50);
  }

  @Test
  void showsAndChangesBoundsOfTheCache() {
    JsonNode state = client.get("/admin/cache").json();
    assertThat(state.path("maxBytes").asLong()).isEqualTo(2 * MIB);
    assertThat(state.path("maxEntries").asInt()).isEqualTo(50);

    state = client.json("PUT", "/admin/cache", "{\"maxBytes\":5242880}").json();
    assertThat(state.path("maxBytes").asLong()).isEqualTo(5 * MIB);
    assertThat(state.path("maxEntries").asInt()).isEqualTo(50);

    state = client.json("PUT", "/admin/cache", "{\"maxBytes\":1048576,\"maxEntries\":2}").json();
    assertThat(state.path("maxBytes").asLong()).isEqualTo(MIB);
    assertThat(state.path("maxEntries").asInt()).isEqualTo(2);
  }

  @Test
  void refusesBoundsThatCannotBe() {
    assertThat(client.json("PUT", "/admin/cache", "{\"maxBytes\":1000}").status()).isEqualTo(400);
    assertThat(client.json("PUT", "/admin/cache", "{\"maxEntries\":0}").status()).isEqualTo(400);
    TestAnswer refused = client.json("PUT", "/admin/cache", "{\"maxBytes\":5242881}");
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.json().path("detail").asString()).contains("from 1,048,576 to 5,242,880");
    assertThat(client.get("/admin/cache").json().path("maxBytes").asLong()).isEqualTo(2 * MIB);
  }

  @Test
  void countsInMetricsWhatTheCacheDoes() {
    TestAnswer added =
        client.send(
            "POST",
            "/documents?name=" + UUID.randomUUID(),
            BodyPublishers.ofByteArray(new byte[300_000]));
    client.get(added.header("Location") + "/content");
    client.get(added.header("Location") + "/content");
    assertThat(server.metric("content_cache_hits_total")).isEqualTo(2);
    assertThat(server.metric("content_cache_misses_total")).isEqualTo(2);
    assertThat(server.metric("content_cache_storage_reads_total")).isEqualTo(2);
    assertThat(server.metric("content_cache_bytes_read_total")).isEqualTo(300_000);
    assertThat(server.metric("content_cache_metadata_reads_total")).isEqualTo(1);
    assertThat(server.metric("content_cache_metadata_bytes")).isPositive();
    assertThat(server.metric("content_cache_used_bytes")).isEqualTo(303_104);
    JsonNode state = client.get("/admin/cache").json();
    assertThat(state.path("storageReads").asInt()).isEqualTo(2);
    assertThat(state.path("bytesServed").asInt()).isEqualTo(600_000);
  }

  @Test
  void describesStorageAreas() {
    client.send(
        "POST", "/documents?name=" + UUID.randomUUID(), BodyPublishers.ofByteArray(new byte[1000]));
    JsonNode areas = client.get("/admin/storage").json();
    JsonNode main = areas.path(0);
    assertThat(main.path("name").asString()).isEqualTo("main");
    assertThat(main.path("isCurrent").asBoolean()).isTrue();
    assertThat(main.path("serve").asString()).isEqualTo("cache");
    assertThat(main.path("contents").asInt()).isEqualTo(1);
    assertThat(main.path("bytes").asInt()).isEqualTo(1000);
    assertThat(main.path("room").path("freeBytes").asLong()).isPositive();
    assertThat(main.path("room").path("reservedBytes").asLong()).isEqualTo(64 * MIB);
    assertThat(main.path("room").path("isReadOnly").asBoolean()).isFalse();
    assertThat(areas.path(1).path("serve").asString()).isEqualTo("sendfile");
    assertThat(areas.path(1).path("contents").asInt()).isZero();
  }

  @Test
  void isForAdministratorsOnly() {
    TestClient<TestAnswer> somebody = server.client("somebody");
    assertThat(somebody.get("/admin/cache").status()).isEqualTo(403);
    assertThat(somebody.json("PUT", "/admin/cache", "{}").status()).isEqualTo(403);
    assertThat(somebody.get("/admin/storage").status()).isEqualTo(403);
    assertThat(somebody.post("/admin/scrub").status()).isEqualTo(403);
    assertThat(somebody.get("/documents/00000000-0000-0000-0000-000000000000").status())
        .isEqualTo(403);
  }
}
