package org.reprise.ebms;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The body of a refused message does not keep its connection for ever. */
class RefusedBodyIT {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final int MB = 1024 * 1024;
  private static final EbmsServer SERVER = EbmsServer.shared();

  @ParameterizedTest
  @CsvSource({"application/json, 415", "text/xml, 413"})
  void closesConnectionOfClientThatKeepsSending(String contentType, int status) throws Exception {
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
}
