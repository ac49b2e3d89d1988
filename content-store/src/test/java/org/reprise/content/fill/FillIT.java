package org.reprise.content.fill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.commons.codec.digest.DigestUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.content.ContentServer;
import org.reprise.content.fill.Population.Group;
import org.reprise.content.object.Folders;
import org.reprise.localstack.testing.TestAnswer;
import org.reprise.localstack.testing.TestDatabase;

class FillIT {
  private static TestAnswer fill(ContentServer server, String query) {
    return server.client().send("POST", "/admin/fill" + query, BodyPublishers.noBody());
  }

  @Test
  void storesDistinctDocumentsOfTheReportsSizes(@TempDir Path area) throws IOException {
    try (ContentServer server = ContentServer.start(TestDatabase.freshDatabase(), area)) {
      assertRefusedWithFolder(server);
      TestAnswer filled = fill(server, "?scale=0.0001&rows=500");
      assertThat(filled.status()).as(filled.toString()).isEqualTo(200);
      int documents = Population.GROUPS.stream().mapToInt(it -> it.count(0.0001)).sum();
      assertThat(filled.json().path("documents").asInt()).isEqualTo(documents);
      assertThat(filled.json().path("rows").asInt()).isEqualTo(500);

      Set<String> digests = new HashSet<>();
      try (Stream<Path> files = Files.walk(area.resolve("contents"))) {
        for (Path file :
            files.filter(Files::isRegularFile).filter(it -> !it.endsWith("area-id")).toList()) {
          digests.add(file.getFileName().toString());
          assertThat(sha256(file)).isEqualTo(file.getFileName().toString());
        }
      }
      assertThat(digests).hasSize(documents);
      assertThat(
              server.count(
                  "select count(*) from version where digest is null and search_type is null"))
          .isEqualTo(500);
      assertThat(fill(server, "").status()).isEqualTo(409);
    }
  }

  /** An object refers to its folder, a version to its object: scans of the table took minutes. */
  @Test
  void checksForeignKeysOfRowsByIndex(@TempDir Path area) {
    int rows = 6_000;
    String scans = "select idx_scan from pg_stat_user_indexes where indexrelname = 'object_pkey'";
    // One session, whose plans are from when there was only the root.
    String oneConnection = "--spring.datasource.hikari.maximum-pool-size=1";
    try (ContentServer server =
        ContentServer.start(TestDatabase.freshDatabase(), area, oneConnection)) {
      server.execute("analyze object");
      assertThat(fill(server, "?scale=0.0001&rows=" + rows).status()).isEqualTo(200);
      await().untilAsserted(() -> assertThat(server.count(scans)).isGreaterThanOrEqualTo(2 * rows));
    }
  }

  // Otherwise it would stop in the middle, at a folder whose name is taken.
  private static void assertRefusedWithFolder(ContentServer server) {
    server
        .client()
        .send(
            "POST",
            "/content/web/folders/" + Folders.ROOT,
            BodyPublishers.ofString("name=Searches"),
            "Content-Type",
            "application/x-www-form-urlencoded");
    assertThat(fill(server, "?scale=0.0001").status()).isEqualTo(409);
    assertThat(server.count("select count(*) from object")).isEqualTo(2);
    server.execute("delete from object where name = 'Searches'");
  }

  private static String sha256(Path file) throws IOException {
    return DigestUtils.sha256Hex(Files.readAllBytes(file));
  }

  @Test
  void rejectsScalesThatAreNone() {
    for (String query : List.of("?scale=0", "?scale=2", "?scale=NaN", "?rows=-1", "?size=1")) {
      assertThat(fill(ContentServer.shared(), query).status()).as(query).isEqualTo(400);
    }
  }

  @Test
  void repeatsContentsOfEqualSeeds() {
    Group text = Population.GROUPS.getFirst();
    assertThat(Bytes.of(text, 7, 1)).isEqualTo(Bytes.of(text, 7, 1)).hasSize(text.size());
    assertThat(Bytes.of(text, 7, 1)).isNotEqualTo(Bytes.of(text, 8, 1));
    assertThat(Bytes.of(text, 7, 1)).isNotEqualTo(Bytes.of(text, 7, 2));
  }
}
