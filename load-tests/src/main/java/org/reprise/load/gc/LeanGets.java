package org.reprise.load.gc;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.reprise.load.clm.LeanConnection;
import org.reprise.load.stack.Credentials;

/**
 * The same GET again and again on a few connections, with so little work of its own that the
 * service is what is measured.
 *
 * @param at once
 */
record LeanGets(int at, Credentials credentials) {
  private static final Duration LIMIT = Duration.ofSeconds(10);

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
    try (var connection = new LeanConnection(address, LIMIT)) {
      while (System.nanoTime() < end) {
        var answer = connection.send(request);
        if (answer.status() != 200) {
          throw new IOException("answered " + answer.status());
        }
        if (answer.body().length != bytes) {
          throw new IOException(
              "answered %d bytes instead of %d".formatted(answer.body().length, bytes));
        }
        answers++;
      }
    }
    return answers;
  }
}
