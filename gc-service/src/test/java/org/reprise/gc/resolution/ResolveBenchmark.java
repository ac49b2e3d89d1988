package org.reprise.gc.resolution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.reprise.gc.GcClient;
import org.reprise.gc.GcServer;

/**
 * Prints how many configurations a server answers in a second beside a constant answer of the same
 * size on the same server in the same run, and how long it takes to resolve large trees. Run by its
 * name with {@code -Pbenchmark}.
 */
@EnabledIfSystemProperty(named = "reprise.benchmark", matches = "true")
class ResolveBenchmark {
  private static final PrintStream OUT = System.out;
  private static final int CONNECTIONS = 32;
  private static final int ROUNDS = 5;
  private static final long SECONDS = 4;

  @Test
  void hotConfigurationBesideAConstantAnswer() throws Exception {
    try (GcServer server =
        GcServer.start(
            "--reprise.security.verification-cache-ttl=10m",
            "--server.tomcat.max-keep-alive-requests=-1")) {
      String stream = StatementsIT.tree(server, 1, 1, 3);
      ConstantAnswer.body = server.client().get(stream).response().body();
      String hot = URI.create(stream).getPath();
      OUT.printf("%,d bytes, %d connections%n", ConstantAnswer.body.length, CONNECTIONS);
      List<Double> ratios = new ArrayList<>();
      for (int round = 0; round <= ROUNDS; round++) {
        double constant = rate(server, ConstantAnswer.PATH);
        double configuration = rate(server, hot);
        if (round > 0) {
          ratios.add(configuration / constant);
          OUT.printf(
              "constant %,.0f/s, configuration %,.0f/s, ratio %.2f%n",
              constant, configuration, configuration / constant);
        }
      }
      ratios.sort(null);
      OUT.printf("median ratio %.2f, aim: at least 0.80%n", ratios.get(ROUNDS / 2));
    }
  }

  @Test
  void coldTrees() {
    try (GcServer server = GcServer.start()) {
      GcClient client = server.client();
      for (int[] shape : new int[][] {{1, 50, 49}, {5, 10, 49}, {20, 10, 49}}) {
        String root = StatementsIT.tree(server, shape[0], shape[1], shape[2]);
        long id = Long.parseLong(root.substring(root.lastIndexOf('/') + 1));
        Resolutions resolutions = server.part(Resolutions.class);
        long[] resolve = new long[20];
        long[] get = new long[20];
        for (int n = 0; n < 20; n++) {
          server.execute("update configuration set revision = revision + 1");
          long begin = System.nanoTime();
          int entries = resolutions.resolve(id).entries().size();
          resolve[n] = System.nanoTime() - begin;
          begin = System.nanoTime();
          assertThat(client.get(root).status()).isEqualTo(200);
          get[n] = System.nanoTime() - begin;
          if (n == 0) {
            OUT.printf("%,d contributions, %d levels%n", entries - 1, shape[0]);
          }
        }
        OUT.printf(
            "  resolve: first %.1f ms, median %.1f ms; GET: first %.1f ms, median %.1f ms"
                + " (aim for 2,500: 100 ms)%n",
            resolve[0] / 1e6, median(resolve), get[0] / 1e6, median(get));
        for (String format : List.of("text/turtle", "application/rdf+xml", "application/ld+json")) {
          server.execute("update configuration set revision = revision + 1");
          long begin = System.nanoTime();
          int bytes = client.get(root, "Accept", format).response().body().length;
          OUT.printf(
              "  %s: %.1f ms, %,d bytes%n", format, (System.nanoTime() - begin) / 1e6, bytes);
        }
      }
    }
  }

  private static double median(long[] times) {
    long[] sorted = times.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2] / 1e6;
  }

  // Plain sockets, for a client that costs little beside its server.
  private static double rate(GcServer server, String path) throws InterruptedException {
    AtomicLong count = new AtomicLong();
    long end = System.nanoTime() + SECONDS * 1_000_000_000L;
    List<Thread> threads = new ArrayList<>();
    for (int n = 0; n < CONNECTIONS; n++) {
      threads.add(Thread.ofVirtual().start(() -> ask(server, path, end, count)));
    }
    long begin = System.nanoTime();
    long cpu = cpu();
    for (Thread thread : threads) {
      thread.join();
    }
    double seconds = (System.nanoTime() - begin) / 1e9;
    OUT.printf(
        "  %s: %.0f us of CPU for each in this JVM%n", path, (cpu() - cpu) / 1e3 / count.get());
    return count.get() / seconds;
  }

  private static long cpu() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private static void ask(GcServer server, String path, long end, AtomicLong count) {
    URI address = URI.create(server.address());
    byte[] request =
        "GET %s HTTP/1.1\r\nHost: %s\r\nAuthorization: Basic %s\r\nAccept: text/turtle\r\n\r\n"
            .formatted(
                path,
                address.getAuthority(),
                Base64.getEncoder()
                    .encodeToString(
                        (GcServer.USERNAME + ":" + GcServer.PASSWORD)
                            .getBytes(StandardCharsets.UTF_8)))
            .getBytes(StandardCharsets.US_ASCII);
    try (Socket socket = new Socket(address.getHost(), address.getPort())) {
      socket.setTcpNoDelay(true);
      OutputStream out = socket.getOutputStream();
      InputStream in = socket.getInputStream();
      byte[] buffer = new byte[65_536];
      int length = -1;
      while (System.nanoTime() < end) {
        out.write(request);
        length = length < 0 ? first(in, buffer) : exactly(in, buffer, length);
        count.incrementAndGet();
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  // The length of a whole answer, which is that of all that follow but for the correlation id's.
  private static int first(InputStream in, byte[] buffer) throws IOException {
    int read = 0;
    while (true) {
      read += in.read(buffer, read, buffer.length - read);
      String head = new String(buffer, 0, read, StandardCharsets.ISO_8859_1);
      int end = head.indexOf("\r\n\r\n");
      if (end > 0) {
        if (!head.startsWith("HTTP/1.1 200")) {
          throw new IOException(head.substring(0, end));
        }
        int at = head.toLowerCase(java.util.Locale.ROOT).indexOf("content-length: ") + 16;
        int length = end + 4 + Integer.parseInt(head.substring(at, head.indexOf('\r', at)));
        return exactly(in, buffer, length - read) + read;
      }
    }
  }

  private static int exactly(InputStream in, byte[] buffer, int length) throws IOException {
    int left = length;
    while (left > 0) {
      int some = in.read(buffer, 0, Math.min(left, buffer.length));
      if (some < 0) {
        throw new IOException("the answer ended early");
      }
      left -= some;
    }
    return length;
  }
}
