package org.reprise.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.reprise.kit.KitService.right;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Bodies are admitted as long as they fit together. */
class RequestBodiesTest {
  private static final int MEGABYTE = 1024 * 1024;
  private static final Duration LIMIT = Duration.ofMinutes(5);

  @SuppressWarnings("NullAway.Init") // before all tests
  private static KitService service;

  @BeforeAll
  static void start() {
    service =
        KitService.withPassword(
            "--reprise.max-request-body=3MB",
            "--reprise.max-request-bodies=2MB",
            "--reprise.streamed-bodies=/streamed");
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  private static HttpResponse<String> post(BodyPublisher body) {
    return service.send("POST", "/length", body, "Authorization", right());
  }

  private static BodyPublisher declared(int length) {
    return BodyPublishers.ofByteArray(new byte[length]);
  }

  private static BodyPublisher chunked(int length) {
    return BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(new byte[length]));
  }

  // A body of so many bytes of which the last one does not come.
  private static Socket unfinished(int length) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), service.port());
    String head =
        "POST /length HTTP/1.1\r\nHost: a\r\nAuthorization: "
            + right()
            + "\r\nContent-Type: application/octet-stream\r\nContent-Length: "
            + length
            + "\r\n\r\n";
    socket.getOutputStream().write(head.getBytes(StandardCharsets.UTF_8));
    socket.getOutputStream().write(new byte[length - 1]);
    socket.getOutputStream().flush();
    return socket;
  }

  private static void awaitHeld(long bytes) {
    await().atMost(LIMIT).until(() -> service.budget().held() == bytes);
  }

  @Test
  @ExtendWith(OutputCaptureExtension.class)
  void rejectsBodiesOverBudgetAndAcceptsThemLater(CapturedOutput log) throws IOException {
    try (Socket first = unfinished(MEGABYTE + 1)) {
      awaitHeld(MEGABYTE + 1);

      for (BodyPublisher body :
          new BodyPublisher[] {declared(MEGABYTE), chunked(MEGABYTE), declared(3 * MEGABYTE)}) {
        HttpResponse<String> refused = post(body);
        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(503);
        assertThat(refused.headers().firstValue("Retry-After")).hasValue("5");
        assertThat(refused.body()).contains("\"status\":503");
      }
      assertThat(log).contains("Cannot serve uri=/length now: The bodies of other requests");
      // What fits is taken, and what is small always.
      assertThat(post(declared(MEGABYTE / 2)).statusCode()).isEqualTo(200);
      assertThat(post(declared(10)).statusCode()).isEqualTo(200);
      awaitHeld(MEGABYTE + 1);
      assertThat(first.isClosed()).isFalse();
    }
    // Its caller left without the rest.
    awaitHeld(0);
    assertThat(post(declared(MEGABYTE)).statusCode()).isEqualTo(200);
    awaitHeld(0);
  }

  @Test
  void acceptsABodyLargerThanTheBudgetAlone() {
    assertThat(post(declared(3 * MEGABYTE)).statusCode()).isEqualTo(200);
    assertThat(post(chunked(3 * MEGABYTE)).statusCode()).isEqualTo(200);
    awaitHeld(0);
  }

  @Test
  void reservesNothingWithoutCredentials() {
    assertThat(service.send("POST", "/length", declared(3 * MEGABYTE)).statusCode()).isEqualTo(401);
    awaitHeld(0);
  }

  @Test
  void countsPartsUnlessTheyAreStreamed() throws IOException {
    String body =
        "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"f\"\r\n\r\n"
            + "x".repeat(MEGABYTE / 2)
            + "\r\n--b--\r\n";
    String type = "multipart/form-data; boundary=b";
    try (Socket first = unfinished(2 * MEGABYTE)) {
      awaitHeld(2 * MEGABYTE);
      assertThat(parts("/parts", body, type).statusCode()).isEqualTo(503);
      assertThat(parts("/streamed", body, type).statusCode()).isEqualTo(200);
      assertThat(first.isClosed()).isFalse();
    }
    awaitHeld(0);
    assertThat(parts("/parts", body, type).statusCode()).isEqualTo(200);
    awaitHeld(0);
  }

  private static HttpResponse<String> parts(String path, String body, String type) {
    return service.send(
        "POST",
        path,
        BodyPublishers.ofString(body),
        "Authorization",
        right(),
        "Content-Type",
        type);
  }
}
