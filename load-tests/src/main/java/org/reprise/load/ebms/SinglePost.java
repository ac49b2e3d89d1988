package org.reprise.load.ebms;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A POST on a connection of its own, byte for byte as given: it may break off, promise more than it
 * sends, or be refused before all of it is sent.
 */
final class SinglePost {
  private static final int PATIENCE_MS = 60_000;
  private static final int MOST_ANSWER = 64 * 1024;

  private final URI target;

  SinglePost(URI target) {
    this.target = target;
  }

  /** What came back: 0 and what went wrong where nothing did. */
  record Answer(int status, String text) {}

  /**
   * Sends and reads until the other side closes.
   *
   * @throws IOException where no connection can be made, or nothing comes for a minute
   */
  Answer send(List<String> head, byte[] body) throws IOException {
    try (var socket = new Socket(target.getHost(), target.getPort())) {
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(PATIENCE_MS);
      write(socket, head, body);
      return answer(read(socket));
    }
  }

  private void write(Socket socket, List<String> head, byte[] body) throws IOException {
    var start =
        "POST %s HTTP/1.1\r\nHost: %s:%d\r\nConnection: close\r\n%s\r\n\r\n"
            .formatted(
                target.getPath(), target.getHost(), target.getPort(), String.join("\r\n", head));
    var whole = new ByteArrayOutputStream(start.length() + body.length);
    whole.writeBytes(start.getBytes(StandardCharsets.US_ASCII));
    whole.writeBytes(body);
    try {
      whole.writeTo(socket.getOutputStream());
      socket.shutdownOutput();
    } catch (SocketException e) {
      // Refused before it was sent whole: what was answered until then can still be read.
      return;
    }
  }

  private static byte[] read(Socket socket) throws IOException {
    var read = new ByteArrayOutputStream();
    var some = new byte[8192];
    try {
      var in = socket.getInputStream();
      for (int n = in.read(some); n >= 0 && read.size() < MOST_ANSWER; n = in.read(some)) {
        read.write(some, 0, n);
      }
    } catch (SocketException e) {
      // Reset after the answer, since not all of the request was taken: the answer counts.
      return read.toByteArray();
    }
    return read.toByteArray();
  }

  private static Answer answer(byte[] bytes) {
    var text = new String(bytes, StandardCharsets.UTF_8);
    return text.matches("(?s)HTTP/1\\.1 \\d{3}.*")
        ? new Answer(Integer.parseInt(text.substring(9, 12)), text)
        : new Answer(0, text.isEmpty() ? "no answer" : text);
  }
}
