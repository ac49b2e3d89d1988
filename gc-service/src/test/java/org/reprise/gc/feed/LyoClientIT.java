package org.reprise.gc.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.gc.GcServer;
import org.reprise.gc.Plant;
import org.reprise.gc.configuration.GlobalConfiguration;
import org.reprise.lyopeer.LyoProgram;

/** Eclipse Lyo's own TRS client reads our feed, in a JVM of its own with its own RDF library. */
class LyoClientIT {
  @TempDir private static Path lyo;

  @Test
  void readsBaseAndLogAndThenOnlyWhatIsNew() {
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
      assertThat(server.part(Bases.class).make()).isTrue();
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
        client.say("");
        List<String> first = client.hearUntil("end");
        assertThat(first).doesNotContain("rebase");
        // Each stream with its component and that one's initial baseline.
        assertThat(resources(first, "member")).hasSize(24);
        assertThat(resources(first, "Creation")).hasSize(12);
        assertThat(all(first)).isEqualTo(tracked(server));
        assertThat(first)
            .allSatisfy(line ->
                assertThat(Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)))
                    .as("statements of a resource in '%s'", line)
                    .isPositive());

        GlobalConfiguration last = plant.stream("A last one");
        plant.add(last, plant.stream("Its part"), "1");
        awaitPublished(server);
        client.say("");
        List<String> second = client.hearUntil("end");
        assertThat(second).doesNotContain("rebase");
        assertThat(resources(second, "member")).isEmpty();
        TreeSet<String> known = all(first);
        known.addAll(resources(second, "Creation"));
        known.addAll(resources(second, "Modification"));
        assertThat(known).isEqualTo(tracked(server));
      }
    }
  }

  private static void awaitPublished(GcServer server) {
    await()
        .atMost(Duration.ofSeconds(30))
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
}
