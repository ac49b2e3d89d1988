package org.reprise.ldx.source;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.reprise.ldx.LdxServer;
import org.reprise.ldx.TestFeed;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestDatabase;

/** Data sources that the configuration names. */
class ConfiguredSourcesIT {
  @Test
  void removedSourceOfConfigurationStaysAwayAfterRestart() {
    Database database = TestDatabase.freshDatabase();
    try (TestFeed feed = TestFeed.start()) {
      String[] settings = {
        "--reprise.ldx.data-sources[0].name=configured",
        "--reprise.ldx.data-sources[0].trs=" + feed.trs()
      };
      try (LdxServer first = LdxServer.start(database, settings)) {
        int id = first.client().get("/ldx/data-sources").json().get(0).path("id").asInt();
        first.client().delete("/ldx/data-sources/" + id);
      }
      try (LdxServer second = LdxServer.start(database, settings)) {
        assertThat(second.client().get("/ldx/data-sources").json().size()).isZero();
        second.client().add(feed);
        assertThat(second.client().get("/ldx/data-sources").json().size()).isEqualTo(1);
      }
    }
  }
}
