package org.reprise.load.lists;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.load.generator.GatlingRun;

/** Desks by hand against a small stand-in of FOLIO. */
class FolioStandInTest {
  @TempDir private Path folder;

  private StandInFolio folio;

  @BeforeEach
  void start() throws IOException {
    folio = new StandInFolio();
  }

  @AfterEach
  void stop() {
    folio.close();
  }

  @Test
  void desksWorkWithAllPagesOfItems() throws Exception {
    var ended = run("-Dtoken=a.b.c", "-DpageSize=" + StandInFolio.PAGE);

    assertThat(ended.status()).as(ended.output()).isZero();
    assertThat(ended.output()).contains("Global: count of failed events is 0.0 : true");
    assertThat(folio.lent()).hasSizeGreaterThan(StandInFolio.PAGE);
  }

  @Test
  void failsWithoutToken() throws Exception {
    var ended = run();

    assertThat(ended.status()).as(ended.output()).isNotZero();
    assertThat(ended.output()).contains("answered 401");
  }

  private GatlingRun.Ended run(String... more) throws Exception {
    var properties =
        new ArrayList<>(
            List.of(
                "-Dbase=" + folio.base(),
                "-Dreprise.samples=" + folder.resolve("samples.json"),
                "-Ddesks=4",
                "-Dthink=0.05",
                "-Dduration=4"));
    properties.addAll(List.of(more));
    return GatlingRun.end(CheckInCheckOutSimulation.class, folder, properties);
  }
}
