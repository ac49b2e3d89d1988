package org.reprise.gc.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.gc.GcServer;
import org.reprise.gc.Plant;
import org.reprise.gc.configuration.GlobalConfiguration;
import org.reprise.lyopeer.LyoProgram;
import org.reprise.lyopeer.Reading;
import org.reprise.oslc.trs.Feed;

/** Eclipse Lyo's own TRS client reads our feed, in a JVM of its own with its own RDF library. */
class LyoClientIT {
  @TempDir private static Path lyo;

  @Test
  void readsBaseAndLogThenOnlyNewEvents() {
    try (GcServer server =
        GcServer.start(
            "--reprise.gc.feed.segment-size=10",
            "--reprise.gc.feed.page-size=10",
            "--reprise.gc.feed.housekeeping-interval=1h")) {
      Plant plant = new Plant(server);
      for (int i = 0; i < 8; i++) {
        plant.stream("First " + i);
      }
      awaitPublished(server);
      assertThat(server.part(Feed.class).makeBase()).isTrue();
      for (int i = 0; i < 4; i++) {
        plant.stream("Later " + i);
      }
      awaitPublished(server);
      try (LyoProgram client =
          LyoProgram.readFeed(
              lyo,
              URI.create(server.baseUri() + "/gc/trs"),
              GcServer.USERNAME,
              GcServer.PASSWORD)) {
        Reading first = client.readOn();
        assertThat(first.isRebased()).isFalse();
        // Each stream with its component and that one's initial baseline.
        assertThat(first.resources("member")).hasSize(24);
        assertThat(first.resources("Creation")).hasSize(12);
        assertThat(first.members()).isEqualTo(tracked(server));
        assertThat(first.empty()).isEmpty();

        GlobalConfiguration last = plant.stream("A last one");
        plant.add(last, plant.stream("Its part"), "1");
        awaitPublished(server);
        Reading second = client.readOn();
        assertThat(second.isRebased()).isFalse();
        assertThat(second.resources("member")).isEmpty();
        TreeSet<String> known = first.members();
        known.addAll(second.resources("Creation"));
        known.addAll(second.resources("Modification"));
        assertThat(known).isEqualTo(tracked(server));
      }
    }
  }

  private static void awaitPublished(GcServer server) {
    await()
        .atMost(Duration.ofMinutes(5))
        .until(() -> server.count("select count(*) from change") == 0);
  }

  private static TreeSet<String> tracked(GcServer server) {
    String uris = server.baseUri() + "/gc";
    return server
        .text(
            "select '%1$s/component/' || id from component union all select '%1$s/configuration/' || id from configuration"
                .formatted(uris))
        .lines()
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
