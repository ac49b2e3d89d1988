package org.reprise.kit;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Requests that no HTTP client would send. */
final class RawHttp {
  private static final int MILLIS = 300_000;

  private RawHttp() {}

  /**
   * What a server answers on one connection.
   *
   * @param status of the first answer
   * @param head its header fields
   * @param body its body
   */
  record Answer(int status, String head, String body) {
    static Answer of(String text) {
      int end = text.indexOf("\r\n\r\n");
      if (end < 0) {
        throw new IllegalArgumentException("no HTTP answer: " + text);
      }
      String head = text.substring(0, end);
      String body = text.substring(end + 4);
      boolean isChunked = head.contains("Transfer-Encoding: chunked");
      return new Answer(
          Integer.parseInt(text.substring(9, 12)), head, isChunked ? unchunked(body) : body);
    }

    private static String unchunked(String body) {
      StringBuilder text = new StringBuilder();
      int at = 0;
      while (true) {
        int end = body.indexOf("\r\n", at);
        int length = Integer.parseInt(body.substring(at, end), 16);
        if (length == 0) {
          return text.toString();
        }
        // The tests' chunks are ASCII: as many characters as bytes.
        text.append(body, end + 2, end + 2 + length);
        at = end + 2 + length + 2;
      }
    }
  }

  /** Sends some text, ends the connection's sending side, and reads until the server closes. */
  static Answer send(int port, String text) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(MILLIS);
      OutputStream out = socket.getOutputStream();
      out.write(text.getBytes(StandardCharsets.ISO_8859_1));
      out.flush();
      socket.shutdownOutput();
      return Answer.of(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
    }
  }
}
