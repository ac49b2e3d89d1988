package org.reprise.load.generator;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A connection on which each request is sent when the last one is answered, with so little work of
 * its own that the service is what is measured. For one thread.
 */
public final class LeanConnection implements AutoCloseable {
  private static final int LONGEST_LINE = 8_192;
  private static final int BUFFER = 1 << 16;
  private static final int NO_CONTENT = 204;
  private static final Pattern STATUS_LINE = Pattern.compile("HTTP/1\\.[01] ([1-5][0-9]{2})( .*)?");

  /** Nine digits, since a longer body has no place in memory. */
  private static final Pattern CONTENT_LENGTH =
      Pattern.compile("content-length:\\s*([0-9]{1,9})\\s*", Pattern.CASE_INSENSITIVE);

  private final URI origin;
  private final Duration limit;
  private @Nullable Open open;

  /**
   * To a service; it is opened by the first request, and again by the next one after an answer with
   * which the service ends it, or after a fault.
   *
   * @param limit of the wait for an answer
   */
  public LeanConnection(URI origin, Duration limit) {
    this.origin = origin;
    this.limit = limit;
  }

  private record Open(Socket socket, InputStream in) {}

  /** What came back. */
  public record Answer(int status, byte[] body) {
    public String text() {
      return new String(body, StandardCharsets.UTF_8);
    }
  }

  /**
   * Sends a request and waits for its answer.
   *
   * @param request all of its bytes
   * @throws IOException where none comes in time, or it does not say how long it is
   */
  public Answer send(byte[] request) throws IOException {
    var now = open == null ? open() : open;
    // Left open only where the answer was read to its end.
    open = null;
    var isKept = false;
    try {
      now.socket().getOutputStream().write(request);
      var head = head(now.in());
      var status = status(head.getFirst());
      var body = status == NO_CONTENT ? new byte[0] : body(head, now.in());
      isKept = head.stream().noneMatch("connection: close"::equalsIgnoreCase);
      return new Answer(status, body);
    } finally {
      if (isKept) {
        open = now;
      } else {
        now.socket().close();
      }
    }
  }

  private Open open() throws IOException {
    var socket = new Socket();
    socket.connect(
        new InetSocketAddress(origin.getHost(), origin.getPort()), (int) limit.toMillis());
    socket.setTcpNoDelay(true);
    socket.setSoTimeout((int) limit.toMillis());
    return new Open(socket, new BufferedInputStream(socket.getInputStream(), BUFFER));
  }

  private static List<String> head(InputStream in) throws IOException {
    var lines = new ArrayList<String>();
    for (var line = line(in); !line.isEmpty(); line = line(in)) {
      lines.add(line);
    }
    return lines;
  }

  private static String line(InputStream in) throws IOException {
    var line = new StringBuilder();
    while (true) {
      var next = in.read();
      if (next < 0 || line.length() > LONGEST_LINE) {
        throw new EOFException("the answer ended, or is none");
      }
      if (next == '\n') {
        return line.toString();
      }
      if (next != '\r') {
        line.append((char) next);
      }
    }
  }

  /** Of a status line (RFC 9112, section 4). */
  private static int status(String line) throws IOException {
    var status = STATUS_LINE.matcher(line);
    if (!status.matches()) {
      throw new IOException("the answer begins with '%s'".formatted(line));
    }
    return Integer.parseInt(status.group(1));
  }

  private static byte[] body(List<String> head, InputStream in) throws IOException {
    if (head.stream().noneMatch("transfer-encoding: chunked"::equalsIgnoreCase)) {
      return bytes(in, length(head));
    }
    var body = new ByteArrayOutputStream();
    while (true) {
      var chunk = bytes(in, chunkLength(line(in)));
      line(in);
      if (chunk.length == 0) {
        return body.toByteArray();
      }
      body.writeBytes(chunk);
    }
  }

  private static byte[] bytes(InputStream in, int length) throws IOException {
    var bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException("the answer ended early");
    }
    return bytes;
  }

  /** Of a chunk, bytes (RFC 9112, section 7.1). */
  private static int chunkLength(String line) throws IOException {
    if (!line.matches("[0-9A-Fa-f]{1,7}")) {
      throw new IOException("a chunk begins with '%s'".formatted(line));
    }
    return Integer.parseInt(line, 16);
  }

  /** Of the body, bytes (RFC 9110, section 8.6). */
  private static int length(List<String> head) throws IOException {
    return head.stream()
        .map(CONTENT_LENGTH::matcher)
        .filter(Matcher::matches)
        .map(it -> Integer.parseInt(it.group(1)))
        .findFirst()
        .orElseThrow(() -> new IOException("the answer does not say how long it is"));
  }

  @Override
  public void close() throws IOException {
    if (open != null) {
      open.socket().close();
      open = null;
    }
  }
}
