package org.reprise.content.serve;

import static java.nio.charset.StandardCharsets.US_ASCII;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.content.ContentServer;
import org.reprise.content.cache.ContentCache;
import org.reprise.content.object.Documents;
import org.reprise.content.store.Blob;
import org.reprise.content.store.StoredContent;
import org.reprise.localstack.testing.TestAnswer;
import org.reprise.localstack.testing.TestApplication;
import org.reprise.localstack.testing.TestDatabase;

/**
 * Prints how many downloads a second there are from the arena and by sendfile, beside a bare Tomcat
 * that sends the same file, and beside a servlet on the service's own connector that copies from
 * the heap or the arena and asks no database. Run by its name with {@code -Pbenchmark}.
 */
@EnabledIfSystemProperty(named = "reprise.benchmark", matches = "true")
class DownloadBenchmark {
  private static final PrintStream OUT = System.out;
  private static final int CONNECTIONS = 4;
  private static final int ROUNDS = 3;
  private static final long SECONDS = 3;
  private static final int CHUNK = 64 * 1024;

  @TempDir private Path folder;

  @Test
  void downloads() throws Exception {
    for (int bytes : new int[] {10 * 1024, 1024 * 1024}) {
      measure(bytes);
    }
  }

  private void measure(int bytes) throws Exception {
    byte[] content = new byte[bytes];
    new Random(1).nextBytes(content);
    Path cached = folder.resolve("cached-" + bytes);
    Path sent = folder.resolve("sent-" + bytes);
    try (ContentServer arena = start(cached, "cache");
        ContentServer sendfile = start(sent, "sendfile")) {
      String fromArena = add(arena, content);
      String bySendfile = add(sendfile, content);
      UUID version = UUID.fromString(fromArena.split("/")[2]);
      Blob blob =
          Objects.requireNonNull(arena.part(Documents.class).require(version).content()).blob();
      Context context = context(arena);
      addServlet(context, "heap", response -> copy(content, response));
      ContentCache cache = arena.part(ContentCache.class);
      addServlet(context, "arena", response -> copy(cache, blob, response));
      Tomcat bare = bare(file(sent, blob));
      try {
        String floor = "http://127.0.0.1:" + bare.getConnector().getLocalPort();
        for (int round = 0; round <= ROUNDS; round++) {
          double[] rates = {
            rate(floor, "/file", bytes),
            rate(sendfile.base(), bySendfile, bytes),
            rate(arena.base(), fromArena, bytes),
            rate(arena.base(), "/floor/heap", bytes),
            rate(arena.base(), "/floor/arena", bytes)
          };
          OUT.printf(
              "%,d bytes%s: bare sendfile %,.0f/s; sendfile %,.0f/s (%.2f); arena %,.0f/s (%.2f);"
                  + " without database from heap %,.0f/s, from arena %,.0f/s (%.2f)%n",
              bytes,
              round == 0 ? " (warm-up)" : "",
              rates[0],
              rates[1],
              rates[1] / rates[0],
              rates[2],
              rates[2] / rates[0],
              rates[3],
              rates[4],
              rates[4] / rates[3]);
        }
      } finally {
        bare.stop();
        bare.destroy();
      }
    }
  }

  private static ContentServer start(Path area, String serve) {
    return ContentServer.start(
        TestDatabase.freshDatabase(),
        area,
        "--reprise.content.serve=" + serve,
        "--reprise.security.verification-cache-ttl=10m");
  }

  private static String add(ContentServer server, byte[] content) {
    TestAnswer added =
        server
            .client()
            .send(
                "POST",
                "/documents?name=" + UUID.randomUUID(),
                BodyPublishers.ofByteArray(content));
    return added.header("Location") + "/content";
  }

  private static Path file(Path area, Blob blob) {
    String name = blob.digest().hex();
    return area.resolve("contents").resolve(name.substring(0, 2)).resolve(name);
  }

  private static Context context(ContentServer server) {
    return (Context) server.host().findChildren()[0];
  }

  private interface Sending {
    void send(HttpServletResponse response) throws IOException;
  }

  private static void addServlet(Context context, String name, Sending sending) {
    HttpServlet servlet =
        new HttpServlet() {
          @Override
          protected void doGet(HttpServletRequest request, HttpServletResponse response)
              throws IOException {
            sending.send(response);
          }
        };
    Tomcat.addServlet(context, name, servlet);
    context.addServletMappingDecoded("/floor/" + name, name);
  }

  private static void copy(byte[] content, HttpServletResponse response) throws IOException {
    response.setContentLengthLong(content.length);
    for (int from = 0; from < content.length; from += CHUNK) {
      response.getOutputStream().write(content, from, Math.min(CHUNK, content.length - from));
    }
  }

  private static void copy(ContentCache cache, Blob blob, HttpServletResponse response)
      throws IOException {
    response.setContentLengthLong(blob.size());
    try (StoredContent stored = cache.open(blob)) {
      ByteBuffer chunk = ByteBuffer.allocate((int) Math.min(CHUNK, blob.size()));
      for (long position = 0; position < blob.size(); position += chunk.position()) {
        stored.read(position, chunk.clear());
        response.getOutputStream().write(chunk.array(), 0, chunk.position());
      }
    }
  }

  private Tomcat bare(Path file) throws Exception {
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(folder.resolve("bare-" + file.getFileName()).toString());
    tomcat.setPort(0);
    tomcat.getConnector().setProperty("maxKeepAliveRequests", "-1");
    Context context = tomcat.addContext("", new File(folder.toString()).getAbsolutePath());
    Tomcat.addServlet(
        context,
        "file",
        new HttpServlet() {
          @Override
          protected void doGet(HttpServletRequest request, HttpServletResponse response) {
            long size = file.toFile().length();
            response.setContentLengthLong(size);
            request.setAttribute("org.apache.tomcat.sendfile.filename", file.toString());
            request.setAttribute("org.apache.tomcat.sendfile.start", 0L);
            request.setAttribute("org.apache.tomcat.sendfile.end", size);
          }
        });
    context.addServletMappingDecoded("/file", "file");
    tomcat.start();
    return tomcat;
  }

  private static double rate(String base, String path, int bytes) throws Exception {
    AtomicLong done = new AtomicLong();
    long begin = System.nanoTime();
    long end = begin + SECONDS * 1_000_000_000;
    List<Thread> clients = new ArrayList<>();
    for (int i = 0; i < CONNECTIONS; i++) {
      clients.add(Thread.ofPlatform().start(() -> download(base, path, bytes, end, done)));
    }
    for (Thread client : clients) {
      client.join();
    }
    return done.get() * 1e9 / (System.nanoTime() - begin);
  }

  private static void download(String base, String path, int bytes, long end, AtomicLong done) {
    URI uri = URI.create(base);
    String credentials = TestApplication.USERNAME + ":" + TestApplication.PASSWORD;
    byte[] request =
        "GET %s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Basic %s\r\n\r\n"
            .formatted(path, Base64.getEncoder().encodeToString(credentials.getBytes(US_ASCII)))
            .getBytes(US_ASCII);
    byte[] buffer = new byte[128 * 1024];
    try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
      socket.setTcpNoDelay(true);
      InputStream in = socket.getInputStream();
      while (System.nanoTime() < end) {
        socket.getOutputStream().write(request);
        int have = 0;
        int headers = -1;
        // Headers come whole in the first pieces; the rest of the buffer is reused.
        while (headers < 0) {
          have += in.read(buffer, have, buffer.length - have);
          headers = end(buffer, have);
        }
        if (buffer[9] != '2') {
          throw new IOException(new String(buffer, 0, have, US_ASCII));
        }
        long left = bytes - (have - headers);
        while (left > 0) {
          left -= in.read(buffer, 0, (int) Math.min(buffer.length, left));
        }
        done.incrementAndGet();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int end(byte[] buffer, int have) {
    for (int i = 3; i < have; i++) {
      if (buffer[i] == '\n' && buffer[i - 2] == '\n') {
        return i + 1;
      }
    }
    return -1;
  }
}
