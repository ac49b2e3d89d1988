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
  @TempDir private static Path lyo;

  @Test
  void readsAllPages() {
    try (GcServer server = GcServer.start()) {
      Plant plant = new Plant(server);
      for (int i = 0; i < 4; i++) {
        plant.stream("Stream " + i);
      }
      try (LyoProgram client =
          LyoProgram.readQuery(
              lyo,
              URI.create(server.baseUri() + "/gc/oslc-query/configurations"),
              2,
              GcServer.USERNAME,
              GcServer.PASSWORD)) {
        Reading read = client.readOn();
        // Each stream with its component's initial baseline.
        assertThat(read.resources("member"))
            .hasSize(8)
            .isEqualTo(
                server
                    .text(
                        "select '%s/gc/configuration/' || id from configuration"
                            .formatted(server.baseUri()))
                    .lines()
                    .collect(Collectors.toCollection(TreeSet::new)));
        assertThat(read.lines()).as("pages and members").hasSize(4 + 8);
      }
    }
  }
}
