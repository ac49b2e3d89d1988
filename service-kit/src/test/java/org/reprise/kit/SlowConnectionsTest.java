package org.reprise.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.reprise.kit.KitService.right;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/**
 * How long requests may take to come and answers to be read, and what happens when connections get
 * scarce.
 */
class SlowConnectionsTest {
  private static final int MAX_CONNECTIONS = 40;
  private static final String KEY_STORE_PASSWORD = "key store of a test";
  private static final int BETWEEN_BYTES_MILLIS = 100;
  private static final Duration LIMIT = Duration.ofMinutes(5);

  /** Tomcat's own limit between two writes is longer than any test waits. */
  private static final String TOMCATS_LIMIT = "--server.tomcat.connection-timeout=30m";

  @SuppressWarnings("NullAway.Init") // before all tests
  private static KitService service;

  @BeforeAll
  static void start() {
    service =
        KitService.withPassword(
            "--reprise.connections.max=" + MAX_CONNECTIONS,
            "--reprise.connections.header-time=1s",
            "--reprise.connections.body-time=1s",
            "--reprise.connections.body-rate=1KB",
            "--server.tomcat.max-keep-alive-requests=-1",
            TOMCATS_LIMIT);
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  private static Socket connect() throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), service.port());
  }

  private static String head(String length) {
    return "POST /length HTTP/1.1\r\nHost: a\r\nAuthorization: "
        + right()
        + "\r\nContent-Type: application/octet-stream\r\nContent-Length: "
        + length
        + "\r\n\r\n";
  }

  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    socket.getOutputStream().flush();
  }

  /** Sends a byte now and then, as often as the other side lets it. */
  private static boolean isEnded(Socket socket) throws IOException {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    socket.setSoTimeout(BETWEEN_BYTES_MILLIS);
    while (System.nanoTime() < deadline) {
      try {
        send(socket, "x");
        if (socket.getInputStream().read() < 0) {
          return true;
        }
      } catch (SocketTimeoutException e) {
        // It still waits for more.
      } catch (SocketException e) {
        return true;
      }
    }
    return false;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /hello HTTP/1.1\r\nHost: a\r\nX: ",
        "GET /",
        "POST /length HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n",
      })
  void closesConnectionsThatSendHeadersByteByByte(String begin) throws IOException {
    try (Socket socket = connect()) {
      send(socket, begin);
      assertThat(isEnded(socket)).isTrue();
    }
  }

  @Test
  void closesConnectionsThatSendABodyByteByByte() throws IOException {
    try (Socket socket = connect()) {
      send(socket, head("1000000"));
      assertThat(isEnded(socket)).isTrue();
    }
  }

  @Test
  void closesSilentConnections() throws IOException {
    try (Socket socket = connect()) {
      socket.setSoTimeout((int) LIMIT.toMillis());
      assertThat(socket.getInputStream().read()).isNegative();
    }
  }

  @Test
  void allowsMoreTimeForBodiesAtTheLeastRate() throws Exception {
    int parts = 20;
    String part = "x".repeat(1_000);
    try (Socket socket = connect()) {
      socket.setSoTimeout((int) LIMIT.toMillis());
      send(
          socket,
          head(Integer.toString(parts * part.length()))
              .replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"));
      for (int i = 0; i < parts; i++) {
        send(socket, part);
        // The pace of a slow line: this takes twice the time that is given without the rate.
        Thread.sleep(BETWEEN_BYTES_MILLIS);
      }
      assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .startsWith("HTTP/1.1 200")
          .endsWith("20000");
    }
  }

  @Test
  void closesConnectionsWhoseClientReadsTheAnswerTooSlowly() throws Exception {
    // What is in the least buffer is read soon, and the end is seen.
    try (Socket socket = connect(service.port(), 1)) {
      assertEndsWhileReadSlowly(socket);
    }
  }

  @Test
  void closesEncryptedConnectionsWhoseClientReadsTheAnswerTooSlowly(@TempDir Path directory)
      throws Exception {
    SSLContext trusting = SSLContext.getInstance("TLS");
    try (KitService encrypted =
            KitService.withPassword(
                "--reprise.connections.body-time=1s",
                "--reprise.connections.body-rate=1KB",
                TOMCATS_LIMIT,
                "--server.ssl.key-store=" + keyStore(directory),
                "--server.ssl.key-store-password=" + KEY_STORE_PASSWORD);
        Socket plain = connect(encrypted.port(), 1)) {
      trusting.init(null, new TrustManager[] {new TrustingAll()}, null);
      try (Socket socket =
          trusting.getSocketFactory().createSocket(plain, "localhost", encrypted.port(), true)) {
        assertEndsWhileReadSlowly(socket);
      }
    }
  }

  @Test
  void keepsConnectionsWhoseClientReadsTheAnswerAtTheLeastRate() throws Exception {
    try (Socket socket = connect(service.port(), 64 * 1_024)) {
      askForLargeAnswer(socket);
      // Several times as long as an answer may wait, and its end is far from being read.
      for (int i = 0; i < 40; i++) {
        assertThat(readsSome(socket, 100_000)).isTrue();
        Thread.sleep(BETWEEN_BYTES_MILLIS);
      }
    }
  }

  private static void assertEndsWhileReadSlowly(Socket socket) throws Exception {
    askForLargeAnswer(socket);
    // On a busy machine a whole TLS record is there before the end, and read for half a minute.
    long deadline = System.nanoTime() + 2 * LIMIT.toNanos();
    boolean isEnded = false;
    while (!isEnded && System.nanoTime() < deadline) {
      isEnded = !readsSome(socket, 50);
      Thread.sleep(BETWEEN_BYTES_MILLIS);
    }
    assertThat(isEnded).isTrue();
  }

  private static Socket connect(int port, int receiveBufferBytes) throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(receiveBufferBytes);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    return socket;
  }

  private static void askForLargeAnswer(Socket socket) throws IOException {
    socket.setSoTimeout((int) LIMIT.toMillis());
    send(socket, "GET /large HTTP/1.1\r\nHost: a\r\nAuthorization: " + right() + "\r\n\r\n");
  }

  private static boolean readsSome(Socket socket, int bytes) throws IOException {
    try {
      return socket.getInputStream().readNBytes(bytes).length == bytes;
    } catch (SocketException | SSLException e) {
      return false;
    }
  }

  private static Path keyStore(Path directory) throws Exception {
    Path store = directory.resolve("key.p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-storetype",
                "PKCS12",
                "-storepass",
                KEY_STORE_PASSWORD,
                "-keystore",
                store.toString())
            .inheritIO()
            .start();
    assertThat(keytool.waitFor()).isZero();
    return store;
  }

  /** Trusts every server: what is tested is not whom it trusts. */
  private static final class TrustingAll extends X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }

  @Test
  void keepsConnectionsWhoseRequestIsServed() throws Exception {
    try (Socket socket = connect()) {
      socket.setSoTimeout((int) LIMIT.toMillis());
      send(
          socket,
          "GET /slow HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: "
              + right()
              + "\r\n\r\n");
      assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .startsWith("HTTP/1.1 200");
    }
  }

  @Test
  void keepsConnectionsThatAlwaysHaveANextRequest() throws Exception {
    String request = "GET /actuator/health HTTP/1.1\r\nHost: a\r\n";
    int atOnce = 50;
    Semaphore open = new Semaphore(4 * atOnce);
    try (Socket socket = connect()) {
      socket.setSoTimeout((int) LIMIT.toMillis());
      // Several times as long as headers may take.
      long end = System.nanoTime() + Duration.ofSeconds(4).toNanos();
      FutureTask<Integer> sent =
          new FutureTask<>(() -> {
            int requests = 1;
            for (; System.nanoTime() < end; requests += atOnce) {
              open.acquire(atOnce);
              send(socket, (request + "\r\n").repeat(atOnce));
            }
            send(socket, request + "Connection: close\r\n\r\n");
            return requests;
          });
      Thread.startVirtualThread(sent);
      int answers = 0;
      BufferedReader lines =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        // A line may begin with the end of the body before it.
        if (line.contains("HTTP/1.1 200")) {
          answers++;
          open.release();
        }
      }
      assertThat(answers).isEqualTo(sent.get());
    }
  }

  @Test
  @ExtendWith(OutputCaptureExtension.class)
  void closesIdleConnectionsWhenTheLimitIsReached(CapturedOutput log) throws IOException {
    List<Socket> idle = new ArrayList<>();
    try {
      for (int i = 0; i < 3 * MAX_CONNECTIONS; i++) {
        Socket socket = connect();
        idle.add(socket);
        send(socket, "GET /actuator/health HTTP/1.1\r\nHost: a\r\n\r\n");
      }
      for (int i = 0; i < 3 * MAX_CONNECTIONS; i++) {
        idle.get(i).setSoTimeout((int) LIMIT.toMillis());
        assertThat(idle.get(i).getInputStream().read()).as("connection " + i).isEqualTo('H');
      }
      assertThat(service.get("/actuator/health").statusCode()).isEqualTo(200);
      assertThat(log).contains(" of 40 connections are used: ending slow ones");
    } finally {
      for (Socket socket : idle) {
        socket.close();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "reprise.connections.max=1",
        "reprise.connections.header-time=0s",
        "reprise.connections.body-time=-1s",
        "reprise.connections.body-rate=0B",
        "reprise.max-request-body=0B",
        "reprise.max-request-bodies=0B",
      })
  void failsToStartWithAnInvalidLimit(String setting) {
    assertThatThrownBy(() -> KitService.withPassword("--" + setting))
        .rootCause()
        .hasMessageContaining(setting.substring(0, setting.indexOf('=')));
  }
}
