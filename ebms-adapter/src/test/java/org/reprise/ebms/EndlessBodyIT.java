package org.reprise.ebms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What would go on for ever ends: a body that is refused, and the memory of Pings. */
class EndlessBodyIT {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final int MB = 1024 * 1024;
  private static final EbmsServer SERVER = EbmsServer.shared();

  @ParameterizedTest
  @CsvSource({"application/json, 415", "text/xml, 413"})
  void whoSendsOnAfterARefusalIsCutOff(String contentType, int status) throws Exception {
    URI base = URI.create(SERVER.base());
    try (Socket socket = new Socket(base.getHost(), base.getPort())) {
      socket.setSoTimeout((int) LIMIT.toMillis());
      OutputStream out = socket.getOutputStream();
      out.write(
          """
          POST /ebms HTTP/1.1\r
          Host: x\r
          Content-Type: %s\r
          Transfer-Encoding: chunked\r
          \r
          """
              .formatted(contentType)
              .getBytes(StandardCharsets.US_ASCII));
      assertThat(sentUntilClosed(out)).isLessThan(80);
    }
    assertThat(SERVER.client().message(contentType, new byte[MB]).status()).isEqualTo(status);
  }

  /** Megabytes that were taken before the connection was closed. */
  private static int sentUntilClosed(OutputStream out) {
    byte[] chunk = new byte[MB];
    int sent = 0;
    try {
      while (sent < 250) {
        out.write((Integer.toHexString(MB) + "\r\n").getBytes(StandardCharsets.US_ASCII));
        out.write(chunk);
        out.write("\r\n".getBytes(StandardCharsets.US_ASCII));
        sent++;
      }
    } catch (IOException e) {
      return sent;
    }
    return sent;
  }

  @Test
  void pingsAreForgotten() throws SQLException {
    try (EbmsServer server = EbmsServer.start("--reprise.ebms.ping.keep=1d");
        Connection connection = server.database().connect();
        Statement statement = connection.createStatement()) {
      statement.execute(
          """
          insert into ping (message_id, cpa_id, from_party_id, to_party_id, state, sent_at)
          values ('old@x', 'c', 'a', 'b', 'ANSWERED', now() - interval '2 days'),
            ('lost@x', 'c', 'a', 'b', 'SENT', now() - interval '2 days'),
            ('new@x', 'c', 'a', 'b', 'ANSWERED', now())\
          """);
      await().atMost(LIMIT).until(() -> server.count("select count(*) from ping") == 1);
      assertThat(server.client().get("/api/v1/pings/new@x").status()).isEqualTo(200);
    }
  }
}
