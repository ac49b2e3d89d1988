package org.reprise.trs.feed;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.lyopeer.LyoProgram;
import org.reprise.lyopeer.Reading;
import org.reprise.oslc.trs.Feeds;
import org.reprise.oslcclient.OslcClient;
import org.reprise.trs.TrsServer;

/** Eclipse Lyo's own TRS client reads our feed, in a JVM of its own with its own RDF library. */
class LyoClientIT {
  private static final String FACTORY = "/qm/oslc/projects/1/resources";

  @TempDir private static Path lyo;

  @Test
  void readsBaseAndLogThenOnlyNewEvents() {
    try (TrsServer server =
        TrsServer.start(
            "--reprise.trs.feed.segment-size=10",
            "--reprise.trs.feed.page-size=10",
            "--reprise.trs.feed.housekeeping-interval=1h")) {
      for (int i = 1; i <= 24; i++) {
        create(server, "first " + i);
      }
      awaitPublished(server);
      assertThat(server.part(Feeds.class).of("qm").makeBase()).isTrue();
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
        Reading first = client.readOn();

        assertThat(first.isRebased()).isFalse();
        assertThat(first.resources("member")).hasSize(24);
        assertThat(first.resources("Creation")).hasSize(12);
        assertThat(first.members()).isEqualTo(tracked(server));
        assertThat(first.empty()).isEmpty();

        String changed = create(server, "a last one");
        OslcClient.Answer now = server.client().get(changed);
        assertThat(
                server
                    .client()
                    .put(changed, content("a last one, saved again"), "If-Match", now.etag())
                    .status())
            .isBetween(200, 204);
        awaitPublished(server);
        Reading second = client.readOn();

        assertThat(second.isRebased()).isFalse();
        assertThat(second.resources("member")).isEmpty();
        TreeSet<String> known = first.members();
        known.addAll(second.resources("Creation"));
        known.removeAll(second.resources("Deletion"));
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
    return new TreeSet<>(
        server
            .database()
            .texts(
                "select '%s/qm/version/' || id from version where application = 'qm' and tracked"
                    .formatted(server.baseUri())));
  }
}
