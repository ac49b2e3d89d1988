package org.reprise.load.ebms;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Reads HTTP/1.1 requests (RFC 9112) off a connection that is kept, whole and bounded: the partner
 * must cost so little that it takes nothing from what is measured beside it.
 */
final class HttpInput {
  private static final int MOST_LINE = 16 * 1024;
  private static final int MOST_HEADERS = 100;

  private final InputStream in;
  private final int mostBody;

  HttpInput(InputStream in, int mostBody) {
    this.mostBody = mostBody;
    this.in = new BufferedInputStream(in, MOST_LINE);
  }

  /**
   * A request.
   *
   * @param method for example {@code POST}
   * @param target as it was sent
   * @param headers by lower-case name
   * @param body empty where there is none
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared, read once
  record Request(String method, String target, Map<String, String> headers, byte[] body) {
    boolean closes() {
      return headers.getOrDefault("connection", "").toLowerCase(Locale.ROOT).contains("close");
    }
  }

  /** Sends what a client waits for before its body. */
  interface Continue {
    void send() throws IOException;
  }

  /**
   * The next request; empty where the client has closed.
   *
   * @throws ProtocolException where it is no HTTP/1.1 or beyond the limits
   */
  Optional<Request> next(Continue goOn) throws IOException {
    var start = line(true);
    if (start == null) {
      return Optional.empty();
    }
    var words = start.split(" ", -1);
    if (words.length != 3 || !words[2].startsWith("HTTP/1.")) {
      throw new ProtocolException("not a request: " + start);
    }
    var headers = headers();
    if (headers.getOrDefault("expect", "").equalsIgnoreCase("100-continue")) {
      goOn.send();
    }
    return Optional.of(new Request(words[0], words[1], headers, body(headers)));
  }

  private Map<String, String> headers() throws IOException {
    var headers = new HashMap<String, String>();
    for (int i = 0; i <= MOST_HEADERS; i++) {
      var line = line(false);
      if (line == null || line.isEmpty()) {
        return headers;
      }
      var colon = line.indexOf(':');
      if (colon < 1) {
        throw new ProtocolException("not a header: " + line);
      }
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
    throw new ProtocolException("more than " + MOST_HEADERS + " headers");
  }

  private byte[] body(Map<String, String> headers) throws IOException {
    if (headers
        .getOrDefault("transfer-encoding", "")
        .toLowerCase(Locale.ROOT)
        .contains("chunked")) {
      return chunks();
    }
    try {
      return bytes(Integer.parseInt(headers.getOrDefault("content-length", "0")));
    } catch (NumberFormatException e) {
      throw new ProtocolException("not a length: " + headers.get("content-length"));
    }
  }

  private byte[] chunks() throws IOException {
    var body = new java.io.ByteArrayOutputStream();
    while (true) {
      var line = line(false);
      if (line == null) {
        throw new EOFException("the connection ended within a body");
      }
      int size;
      try {
        size = Integer.parseInt(line.split(";", 2)[0].strip(), 16);
      } catch (NumberFormatException e) {
        throw new ProtocolException("not the size of a chunk: " + line);
      }
      if (size == 0) {
        headers();
        return body.toByteArray();
      }
      if (body.size() + size > mostBody) {
        throw new ProtocolException("a body of more than " + mostBody + " bytes");
      }
      body.write(bytes(size));
      line(false);
    }
  }

  private byte[] bytes(int length) throws IOException {
    if (length < 0 || length > mostBody) {
      throw new ProtocolException("a body of " + length + " bytes");
    }
    var bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException("the connection ended within a body");
    }
    return bytes;
  }

  /** Null at the end of the connection. */
  private @org.jspecify.annotations.Nullable String line(boolean first) throws IOException {
    var line = new byte[256];
    int length = 0;
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        if (length == 0 && first) {
          return null;
        }
        throw new EOFException("the connection ended within a head");
      }
      if (length == MOST_LINE) {
        throw new ProtocolException("a line of more than " + MOST_LINE + " bytes");
      }
      if (length == line.length) {
        line = java.util.Arrays.copyOf(line, 2 * length);
      }
      line[length++] = (byte) next;
    }
    var end = length > 0 && line[length - 1] == '\r' ? length - 1 : length;
    return new String(line, 0, end, StandardCharsets.ISO_8859_1);
  }
}
