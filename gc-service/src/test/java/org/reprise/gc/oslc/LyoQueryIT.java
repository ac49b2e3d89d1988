package org.reprise.gc.oslc;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.gc.GcServer;
import org.reprise.gc.Plant;
import org.reprise.lyopeer.LyoProgram;
import org.reprise.lyopeer.Reading;

/** Eclipse Lyo's own OSLC client queries page by page, in a JVM of its own. */
class LyoQueryIT {
  // Of those that others share it has the fewest configurations.
  private static final GcServer SERVER = GcServer.withSmallFeed();

  @TempDir private static Path lyo;

  @Test
  void readsAllPages() {
    Plant plant = new Plant(SERVER);
    for (int i = 0; i < 4; i++) {
      plant.stream("Stream " + i);
    }
    try (LyoProgram client =
        LyoProgram.readQuery(
            lyo,
            URI.create(SERVER.baseUri() + "/gc/oslc-query/configurations"),
            2,
            GcServer.USERNAME,
            GcServer.PASSWORD)) {
      Reading read = client.readOn();
      TreeSet<String> all =
          SERVER
              .text(
                  "select '%s/gc/configuration/' || id from configuration"
                      .formatted(SERVER.baseUri()))
              .lines()
              .collect(Collectors.toCollection(TreeSet::new));
      // Each stream with its component's initial baseline, and those of other tests.
      assertThat(read.resources("member")).hasSizeGreaterThanOrEqualTo(8).isEqualTo(all);
      assertThat(read.lines()).as("pages and members").hasSize((all.size() + 1) / 2 + all.size());
    }
  }
}
