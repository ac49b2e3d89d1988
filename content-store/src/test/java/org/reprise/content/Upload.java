package org.reprise.content;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.Closeable;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.util.Base64;
import java.util.UUID;
import org.reprise.localstack.testing.TestApplication;

/** An add whose body is sent in pieces, as its test wants. */
public final class Upload implements Closeable {
  private final Socket socket;

  /** Sends the headers. */
  public Upload(String base, long length) throws IOException {
    URI uri = URI.create(base);
    socket = new Socket(uri.getHost(), uri.getPort());
    String credentials = TestApplication.USERNAME + ":" + TestApplication.PASSWORD;
    send(
        """
        POST /documents?name=%s HTTP/1.1\r
        Host: localhost\r
        Authorization: Basic %s\r
        Content-Type: text/plain\r
        Content-Length: %d\r
        Connection: close\r
        \r
        """
            .formatted(
                UUID.randomUUID(),
                Base64.getEncoder().encodeToString(credentials.getBytes(UTF_8)),
                length)
            .getBytes(US_ASCII));
  }

  public void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    socket.getOutputStream().flush();
  }

  /** Waits for the response, and returns all of it. */
  public String response() throws IOException {
    return new String(socket.getInputStream().readAllBytes(), UTF_8);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
