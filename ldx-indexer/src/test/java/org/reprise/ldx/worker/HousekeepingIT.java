package org.reprise.ldx.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.ldx.LdxProcess;
import org.reprise.ldx.LdxServer;
import org.reprise.localstack.postgres.Database;

class HousekeepingIT {
  @TempDir private Path home;

  @Test
  void logsErrorWithStackWhereStatementIsRejected() throws Exception {
    Database database = LdxServer.migrated();
    database.execute("alter table removed_source rename to renamed_source");
    Path log = home.resolve("service.log");
    try (LdxProcess process = LdxProcess.start(database, log)) {
      assertThat(process.client().get("/actuator/health/liveness").status()).isEqualTo(200);
      Awaitility.await().until(() -> Files.readString(log).contains("Cannot clean up"));
      assertThat(Files.readString(log))
          .containsPattern("ERROR .*Cannot clean up")
          .contains("\tat org.reprise.ldx.index.IndexCleanup.");
    }
  }
}
