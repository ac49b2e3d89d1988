package org.reprise.load.gc;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.reprise.load.stack.Credentials;

/**
 * The same GET again and again on a few connections, with so little work of its own that the
 * service is what is measured.
 *
 * @param at once
 */
record LeanGets(int at, Credentials credentials) {
  private static final int LONGEST_LINE = 8_192;
  private static final int MOST_WAIT_MS = 10_000;

  /**
   * Asks as often as it can.
   *
   * @param bytes that each answer must have
   * @return answers in a second
   * @throws IOException where an answer is not what it must be
   */
  double perSecond(URI address, String accept, int bytes, Duration length)
      throws IOException, InterruptedException {
    var request =
        """
        GET %s HTTP/1.1\r
        Host: %s\r
        Authorization: %s\r
        Accept: %s\r
        \r
        """
            .formatted(
                address.getRawPath(), address.getAuthority(), credentials.basicHeader(), accept)
            .getBytes(StandardCharsets.US_ASCII);
    var end = System.nanoTime() + length.toNanos();
    var all = new ArrayList<Callable<Long>>();
    for (int i = 0; i < at; i++) {
      all.add(() -> ask(address, request, bytes, end));
    }
    long answers = 0;
    try (var threads = Executors.newFixedThreadPool(at)) {
      for (Future<Long> one : threads.invokeAll(all)) {
        answers += one.get();
      }
    } catch (ExecutionException e) {
      throw new IOException(address + ": " + e.getCause(), e);
    }
    return answers / (length.toNanos() / 1e9);
  }

  private static long ask(URI address, byte[] request, int bytes, long end) throws IOException {
    long answers = 0;
    while (System.nanoTime() < end) {
      answers += askOnOneConnection(address, request, bytes, end);
    }
    return answers;
  }

  /** Until the service ends it, which it does after some answers. */
  private static long askOnOneConnection(URI address, byte[] request, int bytes, long end)
      throws IOException {
    long answers = 0;
    try (var socket = new Socket(address.getHost(), address.getPort())) {
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(MOST_WAIT_MS);
      var in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
      while (System.nanoTime() < end) {
        socket.getOutputStream().write(request);
        var head = head(in);
        if (!head.getFirst().contains(" 200")) {
          throw new IOException("answered " + head.getFirst());
        }
        var length = length(head);
        if (length != bytes) {
          throw new IOException("answered %d bytes instead of %d".formatted(length, bytes));
        }
        in.skipNBytes(length);
        answers++;
        if (head.stream().anyMatch("connection: close"::equalsIgnoreCase)) {
          break;
        }
      }
    }
    return answers;
  }

  private static List<String> head(InputStream in) throws IOException {
    var lines = new ArrayList<String>();
    var line = new StringBuilder();
    while (true) {
      var next = in.read();
      if (next < 0 || line.length() > LONGEST_LINE) {
        throw new EOFException("the answer ended, or is none");
      }
      if (next == '\n') {
        if (line.isEmpty()) {
          return lines;
        }
        lines.add(line.toString());
        line.setLength(0);
      } else if (next != '\r') {
        line.append((char) next);
      }
    }
  }

  private static int length(List<String> head) throws IOException {
    return head.stream()
        .map(it -> it.toLowerCase(Locale.ROOT))
        .filter(it -> it.startsWith("content-length:"))
        .map(it -> Integer.parseInt(it.substring("content-length:".length()).strip()))
        .findFirst()
        .orElseThrow(() -> new IOException("the answer does not say how long it is"));
  }
}
