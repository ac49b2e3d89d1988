package org.reprise.trs.feed;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.lyopeer.LyoProgram;
import org.reprise.oslcclient.OslcClient;
import org.reprise.trs.TrsServer;
import org.reprise.trs.application.Application;

/** Eclipse Lyo's own TRS client reads our feed, in a JVM of its own with its own RDF library. */
class LyoClientIT {
  private static final String FACTORY = "/qm/oslc/projects/1/resources";

  @TempDir private static Path lyo;

  @Test
  void readsBaseAndLogAndThenOnlyWhatIsNew() {
    try (TrsServer server =
        TrsServer.start(
            "--reprise.trs.feed.segment-size=10",
            "--reprise.trs.feed.page-size=10",
            "--reprise.trs.feed.housekeeping-interval=1h")) {
      for (int i = 1; i <= 24; i++) {
        create(server, "first " + i);
      }
      awaitPublished(server);
      assertThat(server.part(Bases.class).make(Application.QM)).isTrue();
      for (int i = 1; i <= 12; i++) {
        create(server, "later " + i);
      }
      awaitPublished(server);

      try (LyoProgram client =
          LyoProgram.readFeed(
              lyo,
              URI.create(server.baseUri() + "/qm/trs"),
              TrsServer.USERNAME,
              TrsServer.PASSWORD)) {
        client.say("");
        List<String> first = client.hearUntil("end");

        assertThat(first).doesNotContain("rebase");
        assertThat(resources(first, "member")).hasSize(24);
        assertThat(resources(first, "Creation")).hasSize(12);
        assertThat(all(first)).isEqualTo(tracked(server));
        assertThat(first).allSatisfy(line -> assertThat(statements(line)).isPositive());

        String changed = create(server, "a last one");
        OslcClient.Answer now = server.client().get(changed);
        assertThat(
                server
                    .client()
                    .put(changed, content("a last one, saved again"), "If-Match", now.etag())
                    .status())
            .isBetween(200, 204);
        awaitPublished(server);
        client.say("");
        List<String> second = client.hearUntil("end");

        assertThat(second).doesNotContain("rebase");
        assertThat(resources(second, "member")).isEmpty();
        TreeSet<String> known = all(first);
        known.addAll(resources(second, "Creation"));
        known.removeAll(resources(second, "Deletion"));
        assertThat(known).isEqualTo(tracked(server));
      }
    }
  }

  private static String content(String title) {
    return """
    @prefix dcterms: <http://purl.org/dc/terms/> .
    <> a <http://open-services.net/ns/qm#TestCase> ; dcterms:title "%s" .
    """
        .formatted(title);
  }

  private static String create(TrsServer server, String title) {
    OslcClient.Answer answer = server.client().post(FACTORY, content(title));
    assertThat(answer.status()).as("%s", answer).isEqualTo(201);
    return answer.location();
  }

  private static void awaitPublished(TrsServer server) {
    long until = System.nanoTime() + 30_000_000_000L;
    while (server.count("select count(*) from change") > 0) {
      assertThat(System.nanoTime()).isLessThan(until);
      Thread.onSpinWait();
    }
  }

  private static TreeSet<String> tracked(TrsServer server) {
    TreeSet<String> uris = new TreeSet<>();
    try (Connection connection = server.database().connect();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery("select id from version where application = 'qm' and tracked")) {
      while (rows.next()) {
        uris.add(server.baseUri() + "/qm/version/" + rows.getLong(1));
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    return uris;
  }

  private static TreeSet<String> all(List<String> lines) {
    TreeSet<String> all = resources(lines, "member");
    all.addAll(resources(lines, "Creation"));
    all.removeAll(resources(lines, "Deletion"));
    return all;
  }

  private static TreeSet<String> resources(List<String> lines, String kind) {
    return lines.stream()
        .filter(line -> line.startsWith(kind + " "))
        .map(line -> line.split(" ")[1])
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static long statements(String line) {
    return Long.parseLong(line.substring(line.lastIndexOf(' ') + 1));
  }
}
