package org.reprise.content.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.content.ContentServer;
import org.reprise.content.cache.CacheState;
import org.reprise.content.cache.ContentCache;
import org.reprise.localstack.testing.TestAnswer;
import org.reprise.localstack.testing.TestApplication;
import org.reprise.localstack.testing.TestClient;
import org.reprise.localstack.testing.TestDatabase;

/**
 * Downloads by HTTP, from the cache and by sendfile: the same but for where the bytes come from.
 */
class ContentResponseIT {
  private static final Duration LIMIT = Duration.ofMinutes(10);
  private static final int BYTES = 700_000;

  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  abstract static class Responses {
    private final String serve;
    final byte[] content = new byte[BYTES];
    Path folder;
    ContentServer server;
    TestClient<TestAnswer> client;
    String path;
    String tag;

    Responses(String serve) {
      this.serve = serve;
      new Random(3).nextBytes(content);
    }

    @BeforeAll
    void start(@TempDir Path area) {
      folder = area;
      server =
          ContentServer.start(
              TestDatabase.freshDatabase(),
              folder,
              "--reprise.content.areas[0].serve=" + serve,
              "--server.compression.enabled=true");
      client = server.client();
      path = add(content).header("Location") + "/content";
      tag = client.get(path).header("ETag");
    }

    @AfterAll
    void end() {
      server.close();
    }

    TestAnswer add(byte[] bytes) {
      return client.send(
          "POST",
          "/documents?name=" + UUID.randomUUID(),
          BodyPublishers.ofByteArray(bytes),
          "Content-Type",
          "text/html");
    }

    Path file(TestAnswer added) {
      String name = added.json().path("sha256").asString();
      return folder.resolve("contents").resolve(name.substring(0, 2)).resolve(name);
    }

    @Test
    void sendsAll() {
      for (int i = 0; i < 3; i++) {
        TestAnswer all = client.get(path);
        assertThat(all.status()).isEqualTo(200);
        assertThat(all.response().body()).isEqualTo(content);
        assertThat(all.header("Content-Length")).isEqualTo("" + BYTES);
        assertThat(all.header("Accept-Ranges")).isEqualTo("bytes");
        assertIsNotRunByBrowsers(all);
      }
    }

    private void assertIsNotRunByBrowsers(TestAnswer answer) {
      assertThat(answer.response().headers().allValues("X-Content-Type-Options"))
          .containsExactly("nosniff");
      assertThat(answer.header("Content-Security-Policy")).isEqualTo("sandbox");
      assertThat(answer.header("Content-Disposition")).startsWith("attachment;");
      assertThat(answer.header("Content-Type")).startsWith("text/html");
    }

    @Test
    void sendsRanges() {
      assertRange("bytes=0-0", 0, 1);
      assertRange("bytes=5-99", 5, 100);
      assertRange("bytes=262000-600000", 262_000, 600_001);
      assertRange("bytes=699999-", BYTES - 1, BYTES);
      assertRange("bytes=-1000", BYTES - 1000, BYTES);
      assertRange("bytes=100-9999999", 100, BYTES);
      // All that there is, but asked for as a part (RFC 9110, section 14.2).
      assertRange("bytes=0-", 0, BYTES);
      assertRange("bytes=-9999999", 0, BYTES);
    }

    private void assertRange(String range, int from, int to) {
      TestAnswer part = client.get(path, "Range", range);
      assertThat(part.status()).isEqualTo(206);
      assertThat(part.header("Content-Range"))
          .isEqualTo("bytes %d-%d/%d".formatted(from, to - 1, BYTES));
      assertThat(part.response().body()).isEqualTo(Arrays.copyOfRange(content, from, to));
      assertThat(part.header("ETag")).isEqualTo(tag);
      assertIsNotRunByBrowsers(part);
    }

    @Test
    void refusesRangeBehindTheEnd() {
      TestAnswer refused = client.get(path, "Range", "bytes=700000-");
      assertThat(refused.status()).isEqualTo(416);
      assertThat(refused.header("Content-Range")).isEqualTo("bytes */" + BYTES);
    }

    /** RFC 9110, section 14.2: range handling is defined for GET only. */
    @Test
    void ignoresRangeOfHead() {
      TestAnswer head = client.send("HEAD", path, BodyPublishers.noBody(), "Range", "bytes=0-9");
      assertThat(head.status()).isEqualTo(200);
      assertThat(head.header("Content-Length")).isEqualTo("" + BYTES);
      assertThat(head.header("Content-Range")).isEmpty();
    }

    /** RFC 9110, section 13.1.1: so a client never joins parts of two contents. */
    @Test
    void refusesWhereIfMatchNamesAnotherContent() {
      TestAnswer refused = client.get(path, "Range", "bytes=0-9", "If-Match", "\"another\"");
      assertThat(refused.status()).isEqualTo(412);
      assertThat(client.get(path, "If-Match", "W/" + tag).status()).isEqualTo(412);
      assertThat(client.get(path, "If-Match", "\"another\", " + tag).status()).isEqualTo(200);
      assertThat(client.get(path, "Range", "bytes=0-9", "If-Match", "*").status()).isEqualTo(206);
    }

    @Test
    void sendsAllWhereIfRangeNamesAnotherContent() {
      assertThat(client.get(path, "Range", "bytes=0-9", "If-Range", tag).status()).isEqualTo(206);
      TestAnswer other = client.get(path, "Range", "bytes=0-9", "If-Range", "\"another\"");
      assertThat(other.status()).isEqualTo(200);
      assertThat(other.response().body()).isEqualTo(content);
    }

    @Test
    void sendsNothingWhereTheClientHasIt() {
      TestAnswer unchanged = client.get(path, "If-None-Match", tag);
      assertThat(unchanged.status()).isEqualTo(304);
      assertThat(unchanged.response().body()).isEmpty();
      assertThat(unchanged.header("ETag")).isEqualTo(tag);
      assertThat(unchanged.header("Cache-Control"))
          .isEqualTo(client.get(path).header("Cache-Control"));
      assertThat(client.get(path, "If-None-Match", "\"another\"").status()).isEqualTo(200);
      // RFC 9110, section 13.1.2: any, and by the weak comparison.
      assertThat(client.get(path, "If-None-Match", "*").status()).isEqualTo(304);
      assertThat(client.get(path, "If-None-Match", "\"another\", W/" + tag).status())
          .isEqualTo(304);
      assertThat(client.get(path, "Range", "bytes=0-9", "If-None-Match", "*").status())
          .isEqualTo(304);
    }

    @Test
    void sendsHeadersOnlyForHead() {
      TestAnswer head = client.send("HEAD", path, BodyPublishers.noBody());
      assertThat(head.status()).isEqualTo(200);
      assertThat(head.header("Content-Length")).isEqualTo("" + BYTES);
      assertThat(head.header("ETag")).isEqualTo(tag);
      assertThat(head.response().body()).isEmpty();
      assertIsNotRunByBrowsers(head);
    }

    /** The tag names the bytes as they are. */
    @Test
    void sendsContentsUncompressed() {
      TestAnswer all = client.get(path, "Accept-Encoding", "gzip");
      assertThat(all.header("Content-Encoding")).isEmpty();
      assertThat(all.response().body()).isEqualTo(content);
    }

    @Test
    void sendsEmptyContent() {
      TestAnswer empty = client.get(add(new byte[0]).header("Location") + "/content");
      assertThat(empty.status()).isEqualTo(200);
      assertThat(empty.response().body()).isEmpty();
      assertThat(empty.header("Content-Length")).isEqualTo("0");
      String address = add(new byte[0]).header("Location") + "/content";
      assertThat(client.get(address, "Range", "bytes=0-").status()).isEqualTo(200);
    }

    @Test
    void sendsErrorWithoutTagWhereTheFileIsMissingOrShorter() throws IOException {
      TestAnswer gone = add("gone".getBytes(StandardCharsets.UTF_8));
      Files.delete(file(gone));
      assertDamaged(gone);
      TestAnswer cut = add("shorter".getBytes(StandardCharsets.UTF_8));
      Files.writeString(file(cut), "short");
      assertDamaged(cut);
    }

    void assertDamaged(TestAnswer added) {
      TestAnswer damaged = client.get(added.header("Location") + "/content");
      assertThat(damaged.status()).as(damaged.toString()).isEqualTo(500);
      assertThat(damaged.header("ETag")).isEmpty();
      assertThat(damaged.header("Content-Type")).startsWith("application/problem+json");
      assertThat(damaged.header("Content-Disposition")).isEmpty();
    }

    /** A client that reads nothing, and ends its connection in the middle of the content. */
    @Test
    void keepsNothingOfClientThatIsGone() throws IOException {
      byte[] large = new byte[40_000_000];
      new Random(8).nextBytes(large);
      TestAnswer added = add(large);
      try (Socket socket = request(added.header("Location") + "/content")) {
        InputStream in = socket.getInputStream();
        assertThat(in.readNBytes(20_000)).hasSize(20_000);
        await().atMost(LIMIT).until(() -> isOpen(file(added)) || serve.equals("cache"));
      }
      await().atMost(LIMIT).until(() -> !isOpen(file(added)));
      ThreadPoolExecutor threads = (ThreadPoolExecutor) server.protocol().getExecutor();
      await().atMost(LIMIT).until(() -> threads.getActiveCount() == 0);
      await().atMost(LIMIT).until(() -> server.metric("hikaricp_connections_active") == 0);
      // No memory is pinned: all of it can be evicted.
      ContentCache cache = server.part(ContentCache.class);
      cache.resize(ContentCache.MIN_BYTES, 1);
      assertThat(cache.state().usedBytes()).isLessThanOrEqualTo(ContentCache.MIN_BYTES);
      cache.resize(64L << 20, 4000);
      assertThat(client.get(path).response().body()).isEqualTo(content);
    }

    Socket request(String path) throws IOException {
      return request(server, path);
    }

    static Socket request(ContentServer server, String path) throws IOException {
      URI base = URI.create(server.base());
      Socket socket = new Socket(base.getHost(), base.getPort());
      request(socket, path);
      return socket;
    }

    static void request(Socket socket, String path) throws IOException {
      String credentials = TestApplication.USERNAME + ":" + TestApplication.PASSWORD;
      socket
          .getOutputStream()
          .write(
              """
              GET %s HTTP/1.1\r
              Host: localhost\r
              Authorization: Basic %s\r
              \r
              """
                  .formatted(
                      path,
                      Base64.getEncoder()
                          .encodeToString(credentials.getBytes(StandardCharsets.UTF_8)))
                  .getBytes(StandardCharsets.US_ASCII));
    }

    // By the links of the process's open files.
    static boolean isOpen(Path file) throws IOException {
      try (var open = Files.list(Path.of("/proc/self/fd"))) {
        return open.anyMatch(link -> {
          try {
            return Files.readSymbolicLink(link).toString().startsWith(file.toString());
          } catch (IOException closed) {
            return false;
          }
        });
      }
    }
  }

  @Nested
  class FromCache extends Responses {
    FromCache() {
      super("cache");
    }

    @Test
    void countsWhatItReadsAndSends() {
      CacheState before = server.part(ContentCache.class).state();
      client.get(path);
      CacheState after = server.part(ContentCache.class).state();
      assertThat(after.bytesServed() - before.bytesServed()).isEqualTo(BYTES);
      assertThat(after.hits() + after.misses() - before.hits() - before.misses()).isEqualTo(3);
    }

    /** Or the client would take the next response for the rest of the content. */
    @Test
    void endsConnectionWhereTheFileShrinksWhileItIsSent() throws IOException {
      byte[] bytes = new byte[BYTES];
      new Random(12).nextBytes(bytes);
      TestAnswer added = add(bytes);
      String address = added.header("Location") + "/content";
      assertThat(client.get(address, "Range", "bytes=0-9").status()).isEqualTo(206);
      Files.write(file(added), new byte[300_000]);
      try (Socket socket = request(address)) {
        request(socket, path);
        String all =
            new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        assertThat(all).startsWith("HTTP/1.1 200 ").contains("Content-Length: " + BYTES + "\r\n");
        assertThat(all.length()).isLessThan(BYTES);
        assertThat(all.lastIndexOf("HTTP/1.1 ")).isZero();
      }
    }

    /** Of the first block there are four bytes, which are not sent alone. */
    @Test
    void sendsErrorWithoutTagWhereRangeContinuesInMissingBlock() throws IOException {
      byte[] bytes = new byte[BYTES];
      new Random(13).nextBytes(bytes);
      TestAnswer added = add(bytes);
      String address = added.header("Location") + "/content";
      assertThat(client.get(address, "Range", "bytes=0-9").status()).isEqualTo(206);
      Files.write(file(added), Arrays.copyOf(bytes, 262_144));
      TestAnswer cut = client.get(address, "Range", "bytes=262140-600000");
      assertThat(cut.status()).as(cut.toString()).isEqualTo(500);
      assertThat(cut.header("ETag") + cut.header("Content-Range")).isEmpty();
    }

    /** Of a content of one block the cache knows the digest. */
    @Test
    void sendsErrorWithoutTagWhereTheFileWasSwapped() throws IOException {
      TestAnswer swapped = add("one content".getBytes(StandardCharsets.UTF_8));
      Files.writeString(file(swapped), "two content");
      assertDamaged(swapped);
    }
  }

  @Nested
  class BySendfile extends Responses {
    BySendfile() {
      super("sendfile");
    }

    @Test
    void passesByTheCache() {
      CacheState before = server.part(ContentCache.class).state();
      client.get(path);
      client.get(path, "Range", "bytes=5-9");
      assertThat(server.part(ContentCache.class).state()).isEqualTo(before);
    }

    /** Tomcat opens the file after the handler has ended; its length was sent before. */
    @Test
    void endsConnectionWhereTheFileGoesOrShrinksBeforeItIsOpened() throws IOException {
      AtomicReference<Runnable> change = new AtomicReference<>(() -> {});
      server
          .host()
          .getPipeline()
          .addValve(
              new ValveBase() {
                @Override
                public void invoke(Request request, Response response) {
                  try {
                    getNext().invoke(request, response);
                  } catch (Exception e) {
                    throw new IllegalStateException(e);
                  }
                  change.get().run();
                }
              });
      byte[] bytes = new byte[100_000];
      TestAnswer gone = add(bytes);
      change.set(() -> run(() -> Files.delete(file(gone))));
      assertEndsEarly(gone, 0);
      change.set(() -> {});
      TestAnswer shorter = add("x".repeat(100_000).getBytes(StandardCharsets.UTF_8));
      change.set(() -> run(() -> Files.write(file(shorter), new byte[60_000])));
      assertEndsEarly(shorter, 60_000);
      change.set(() -> {});
      assertThat(client.get(path).response().body()).isEqualTo(content);
    }

    private void assertEndsEarly(TestAnswer added, int bytes) throws IOException {
      try (Socket socket = request(added.header("Location") + "/content")) {
        byte[] response = socket.getInputStream().readAllBytes();
        String text = new String(response, StandardCharsets.ISO_8859_1);
        assertThat(text).contains("Content-Length: 100000\r\n");
        assertThat(response.length - text.indexOf("\r\n\r\n") - 4).isLessThanOrEqualTo(bytes);
      }
    }

    private interface FileChange {
      void run() throws IOException;
    }

    private static void run(FileChange change) {
      try {
        change.run();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Neither a descriptor nor a connection is kept for as long as somebody likes. */
  @Test
  void endsSendfileToClientThatReadsTooSlowly() throws Exception {
    ContentServer shared = ContentServer.shared();
    byte[] content = new byte[60_000_000];
    String path =
        shared
                .client()
                .send(
                    "POST",
                    "/documents?name=" + UUID.randomUUID(),
                    BodyPublishers.ofByteArray(content))
                .header("Location")
            + "/content";
    try (ContentServer server =
            ContentServer.start(
                shared.database(),
                shared.area(),
                "--reprise.content.serve=sendfile",
                "--reprise.connections.body-time=1s",
                "--reprise.connections.body-rate=1GB");
        Socket socket = Responses.request(server, path)) {
      InputStream in = socket.getInputStream();
      byte[] piece = in.readNBytes(50_000);
      assertThat(new String(piece, StandardCharsets.ISO_8859_1))
          .startsWith("HTTP/1.1 200 ")
          .contains("Content-Length: 60000000\r\n");
      long received = piece.length;
      try {
        for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
          received += read;
          Thread.sleep(50); // a client of 1 MB/s at most
        }
      } catch (IOException reset) {
        // as the end
      }
      assertThat(received).isLessThan(content.length);
    }
  }

  /** Sendfile cannot encrypt. */
  @Test
  void copiesFileOverTls(@TempDir Path folder) throws Exception {
    Path store = folder.resolve("tls.p12");
    String password = "secret";
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin/keytool").toString(),
                "-genkeypair",
                "-alias",
                "server",
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-ext",
                "san=ip:127.0.0.1",
                "-keystore",
                store.toString(),
                "-storetype",
                "PKCS12",
                "-storepass",
                password)
            .start();
    assertThat(keytool.waitFor()).isZero();
    byte[] content = new byte[BYTES];
    new Random(4).nextBytes(content);
    try (ContentServer server =
        ContentServer.start(
            TestDatabase.freshDatabase(),
            folder.resolve("area"),
            "--reprise.content.serve=sendfile",
            "--server.ssl.bundle=tls",
            "--spring.ssl.bundle.jks.tls.keystore.location=" + store.toUri(),
            "--spring.ssl.bundle.jks.tls.keystore.password=" + password)) {
      TestClient<TestAnswer> client = new TlsClient(server.base(), tls(store, password));
      String path =
          client
                  .send(
                      "POST",
                      "/documents?name=" + UUID.randomUUID(),
                      BodyPublishers.ofByteArray(content))
                  .header("Location")
              + "/content";
      assertThat(client.get(path).response().body()).isEqualTo(content);
      TestAnswer part = client.get(path, "Range", "bytes=1000-1999");
      assertThat(part.status()).isEqualTo(206);
      assertThat(part.response().body()).isEqualTo(Arrays.copyOfRange(content, 1000, 2000));
      assertThat(server.part(ContentCache.class).state().bytesServed()).isZero();
    }
  }

  private static SSLContext tls(Path store, String password) throws Exception {
    KeyStore trusted = KeyStore.getInstance(store.toFile(), password.toCharArray());
    KeyStore certificates = KeyStore.getInstance("PKCS12");
    certificates.load(null, null);
    certificates.setCertificateEntry("server", trusted.getCertificate("server"));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(certificates);
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(null, trust.getTrustManagers(), null);
    return tls;
  }

  private static final class TlsClient extends TestClient<TestAnswer> {
    TlsClient(String base, SSLContext tls) {
      super(
          HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).sslContext(tls).build(),
          base,
          TestApplication.USERNAME,
          TestApplication.PASSWORD,
          TestAnswer::new);
    }
  }
}
