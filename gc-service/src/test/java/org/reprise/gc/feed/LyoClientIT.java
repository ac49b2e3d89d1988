package org.reprise.gc.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.nio.file.Path;
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
  private static final GcServer SERVER = GcServer.withSmallFeed();

  @TempDir private static Path lyo;

  @Test
  void readsBaseAndLogThenOnlyNewEvents() {
    Plant plant = new Plant(SERVER);
    for (int i = 0; i < 8; i++) {
      plant.stream("First " + i);
    }
    awaitPublished();
    assertThat(SERVER.part(Feed.class).makeBase()).isTrue();
    int members = tracked().size();
    for (int i = 0; i < 4; i++) {
      plant.stream("Later " + i);
    }
    awaitPublished();
    try (LyoProgram client =
        LyoProgram.readFeed(
            lyo, URI.create(SERVER.baseUri() + "/gc/trs"), GcServer.USERNAME, GcServer.PASSWORD)) {
      Reading first = client.readOn();
      assertThat(first.isRebased()).isFalse();
      assertThat(first.resources("member")).hasSize(members);
      // Each stream with its component and that one's initial baseline.
      assertThat(first.resources("Creation")).hasSize(12);
      assertThat(first.members()).isEqualTo(tracked());
      assertThat(first.empty()).isEmpty();

      GlobalConfiguration last = plant.stream("A last one");
      plant.add(last, plant.stream("Its part"), "1");
      awaitPublished();
      Reading second = client.readOn();
      assertThat(second.isRebased()).isFalse();
      assertThat(second.resources("member")).isEmpty();
      TreeSet<String> known = first.members();
      known.addAll(second.resources("Creation"));
      known.addAll(second.resources("Modification"));
      assertThat(known).isEqualTo(tracked());
    }
  }

  private static void awaitPublished() {
    await().until(() -> SERVER.count("select count(*) from change") == 0);
  }

  private static TreeSet<String> tracked() {
    String uris = SERVER.baseUri() + "/gc";
    return SERVER
        .text(
            "select '%1$s/component/' || id from component union all select '%1$s/configuration/' || id from configuration"
                .formatted(uris))
        .lines()
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
