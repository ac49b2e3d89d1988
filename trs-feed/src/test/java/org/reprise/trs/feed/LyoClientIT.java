package org.reprise.trs.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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
  private static final TrsServer SERVER = TrsServer.small();
  private static final String FACTORY = "/qm/oslc/projects/1/resources";

  @TempDir private static Path lyo;

  @Test
  void readsBaseAndLogThenOnlyNewEvents() {
    for (int i = 1; i <= 24; i++) {
      create("first " + i);
    }
    awaitPublished();
    assertThat(SERVER.part(Feeds.class).of("qm").makeBase()).isTrue();
    int members = tracked().size();
    for (int i = 1; i <= 12; i++) {
      create("later " + i);
    }
    awaitPublished();

    try (LyoProgram client =
        LyoProgram.readFeed(
            lyo,
            URI.create(SERVER.baseUri() + "/qm/trs"),
            TrsServer.USERNAME,
            TrsServer.PASSWORD)) {
      Reading first = client.readOn();

      assertThat(first.isRebased()).isFalse();
      assertThat(first.resources("member")).hasSize(members);
      assertThat(first.resources("Creation")).hasSize(12);
      assertThat(first.members()).isEqualTo(tracked());
      assertThat(first.empty()).isEmpty();

      String changed = create("a last one");
      OslcClient.Answer now = SERVER.client().get(changed);
      assertThat(
              SERVER
                  .client()
                  .put(changed, content("a last one, saved again"), "If-Match", now.etag())
                  .status())
          .isBetween(200, 204);
      awaitPublished();
      Reading second = client.readOn();

      assertThat(second.isRebased()).isFalse();
      assertThat(second.resources("member")).isEmpty();
      TreeSet<String> known = first.members();
      known.addAll(second.resources("Creation"));
      known.removeAll(second.resources("Deletion"));
      assertThat(known).isEqualTo(tracked());
    }
  }

  private static String content(String title) {
    return """
    @prefix dcterms: <http://purl.org/dc/terms/> .
    <> a <http://open-services.net/ns/qm#TestCase> ; dcterms:title "%s" .
    """
        .formatted(title);
  }

  private static String create(String title) {
    OslcClient.Answer answer = SERVER.client().post(FACTORY, content(title));
    assertThat(answer.status()).as("%s", answer).isEqualTo(201);
    return answer.location();
  }

  private static void awaitPublished() {
    await().until(() -> SERVER.count("select count(*) from change") == 0);
  }

  private static TreeSet<String> tracked() {
    return new TreeSet<>(
        SERVER
            .database()
            .texts(
                "select '%s/qm/version/' || id from version where application = 'qm' and tracked"
                    .formatted(SERVER.baseUri())));
  }
}
