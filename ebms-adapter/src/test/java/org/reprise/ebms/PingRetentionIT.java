package org.reprise.ebms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Pings that were sent from here are forgotten after a while. */
class PingRetentionIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);

  @Test
  void deletesOldPings() throws SQLException {
    EbmsServer server = EbmsServer.shared();
    try (Connection connection = server.database().connect();
        Statement statement = connection.createStatement()) {
      statement.execute(
          """
          insert into signal_request (request_id, cpa_id, from_party_id, to_party_id, state, sent_at)
          values ('old@x', 'c', 'a', 'b', 'ANSWERED', now() - interval '31 days'),
            ('lost@x', 'c', 'a', 'b', 'SENT', now() - interval '31 days'),
            ('new@x', 'c', 'a', 'b', 'ANSWERED', now())\
          """);
      await()
          .atMost(LIMIT)
          .until(() ->
              server.count(
                      "select count(*) from signal_request where request_id in ('old@x', 'lost@x')")
                  == 0);
      assertThat(server.client().get("/api/v1/pings/new@x").status()).isEqualTo(200);
    }
  }
}
