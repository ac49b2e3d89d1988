package org.reprise.ldx.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.ldx.LdxClient;
import org.reprise.ldx.LdxServer;
import org.reprise.ldx.TestFeed;
import org.reprise.lyopeer.LyoProgram;
import tools.jackson.databind.JsonNode;

/** The feed of Eclipse Lyo's own TRS server, in a JVM of its own, is a data source. */
class LyoServerIT {
  @TempDir private static Path lyo;

  private final LdxClient client = LdxServer.shared().client();
  private int id;

  @AfterEach
  void stop() {
    client.delete("/ldx/data-sources/" + id);
  }

  private static String resource(String trs, String name) {
    return trs.replaceFirst("/trs$", "/resource/" + name);
  }

  private static void put(LyoProgram feed, String trs, String name, int requirement) {
    feed.sendLine(
        "put %s <%s> <%s> <%s> ."
            .formatted(
                name, resource(trs, name), TestFeed.IMPLEMENTS, TestFeed.requirement(requirement)));
    assertThat(feed.readLine()).isEqualTo("done");
  }

  private static String[] linking(String trs, int... items) {
    return IntStream.of(items)
        .mapToObj(item -> resource(trs, "item" + item) + " implementsRequirement")
        .toArray(String[]::new);
  }

  @Test
  void readsBaseLogAndNewEvents() {
    try (LyoProgram feed = LyoProgram.serveFeed(lyo, 3, 4, 8)) {
      String trs = feed.readLine();
      for (int item = 1; item <= 10; item++) {
        put(feed, trs, "item" + item, 4_000);
      }
      id = client.add(trs, 3_600);
      JsonNode source = client.awaitCurrent(id);
      assertThat(source.path("failure").isMissingNode()).as(source.toString()).isTrue();
      assertThat(source.path("skipped").asInt()).isZero();
      assertThat(client.linksTo(TestFeed.requirement(4_000)))
          .containsExactlyInAnyOrder(linking(trs, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
      assertThat(members()).as("of the base, and of the log").isEqualTo(18);

      put(feed, trs, "item1", 4_001);
      put(feed, trs, "item11", 4_000);
      feed.sendLine("delete item2");
      assertThat(feed.readLine()).isEqualTo("done");
      JsonNode polled = client.poll(id);
      assertThat(polled.path("failure").isMissingNode()).as(polled.toString()).isTrue();
      assertThat(client.linksTo(TestFeed.requirement(4_000)))
          .containsExactlyInAnyOrder(linking(trs, 3, 4, 5, 6, 7, 8, 9, 10, 11));
      assertThat(client.linksTo(TestFeed.requirement(4_001))).containsExactly(linking(trs, 1));
      JsonNode row = client.get("/ldx/data-sources/" + id + "/history").json().get(0).path("poll");
      assertThat(row.path("kind").asString("")).isEqualTo("INCREMENTAL");
      assertThat(row.path("retrieved").asInt()).isEqualTo(3);
      assertThat(row.path("warning").isMissingNode()).as(row.toString()).isTrue();
    }
  }

  private long members() {
    return LdxServer.shared().count("select count(*) from artifact where data_source = " + id);
  }
}
