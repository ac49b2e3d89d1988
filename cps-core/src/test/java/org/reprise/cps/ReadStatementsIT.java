package org.reprise.cps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reprise.cps.CpsClient.query;

import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reprise.cps.CpsClient.Answer;
import org.reprise.localstack.testing.TestDatabase;

/** The statements that a request to read takes: one for the anchor, one for the data. */
class ReadStatementsIT {
  private static final AtomicReference<CountedStatements> STATEMENTS = new AtomicReference<>();

  @SuppressWarnings("NullAway.Init") // before all tests
  private static CpsServer server;

  @BeforeAll
  static void start() {
    server = CpsServer.start(TestDatabase.freshDatabase(), ReadStatementsIT::counted);
    CpsClient client = server.client();
    client.post("/cps/api/v2/dataspaces" + query("dataspace-name", "d"));
    server.store().schemaSets().create("d", "trees", TestModules.trees());
    server.store().anchors().create("d", "trees", "a");
    client.json(
        "POST",
        CpsClient.anchor("v2", "d", "a") + "/nodes",
        "{\"forest\":{\"tree\":[{\"name\":\"t\",\"number\":1}]}}");
  }

  private static DataSource counted(DataSource pool) {
    CountedStatements statements = new CountedStatements(pool);
    STATEMENTS.set(statements);
    return statements.dataSource();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @ParameterizedTest
  @CsvSource({
    "v1, /node?xpath=/forest",
    "v2, /node?xpath=/forest&descendants=all",
    "v3, /node?xpath=/forest",
    "v1, /nodes/query?cps-path=/forest",
    "v2, /nodes/query?cps-path=//tree",
    "v2, /nodes/query?cps-path=//tree/@name"
  })
  void aReadLooksTheAnchorUpOnce(String version, String read) {
    for (String accept : new String[] {"application/json", "application/xml"}) {
      if (accept.endsWith("xml") && (version.equals("v1") || read.contains("@"))) {
        continue;
      }
      STATEMENTS.get().forget();

      Answer answer =
          server.client().get(CpsClient.anchor(version, "d", "a") + read, "Accept", accept);

      assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
      assertThat(STATEMENTS.get().seen()).hasSize(2);
    }
  }
}
