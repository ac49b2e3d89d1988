package org.reprise.trs.oslc;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.lyopeer.LyoProgram;
import org.reprise.lyopeer.Reading;
import org.reprise.oslcclient.OslcClient;
import org.reprise.trs.Contents;
import org.reprise.trs.TrsServer;

/** Eclipse Lyo's own OSLC client queries page by page, in a JVM of its own. */
class LyoQueryIT {
  private static final TrsServer SERVER = TrsServer.small();
  // No other test has work items in it.
  private static final String RESOURCES = "/ccm/oslc/projects/3/resources";

  @TempDir private static Path lyo;

  @Test
  void readsAllPages() {
    TreeSet<String> made = new TreeSet<>();
    for (int i = 0; i < 7; i++) {
      OslcClient.Answer created = SERVER.client().post(RESOURCES, Contents.workItem("Item " + i));
      assertThat(created.status()).as(created.toString()).isEqualTo(201);
      made.add(created.location());
    }
    try (LyoProgram client =
        LyoProgram.readQuery(
            lyo,
            URI.create(SERVER.baseUri() + RESOURCES),
            2,
            TrsServer.USERNAME,
            TrsServer.PASSWORD)) {
      Reading read = client.readOn();
      assertThat(read.resources("member")).isEqualTo(made);
      assertThat(read.lines()).as("pages and members").hasSize(4 + 7);
    }
  }
}
