package org.reprise.ebms;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.reprise.ebms.EbmsClient.Answer;

/** The limits are those of the settings. */
class LimitsIT {
  private static final String RELATED = "multipart/related; boundary=b";

  @SuppressWarnings("NullAway.Init") // before all tests
  private static EbmsServer server;

  @BeforeAll
  static void start() {
    server =
        EbmsServer.start(
            "--reprise.ebms.limits.message=60KB",
            "--reprise.ebms.limits.envelope=40KB",
            "--reprise.ebms.limits.parts=2",
            "--reprise.ebms.limits.part-header=300B",
            "--reprise.ebms.limits.time=5m",
            "--server.tomcat.connection-timeout=2s");
    server.agree(Cpas.named("limits").synchronous());
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static String ping() {
    return Messages.ping("limits", "a@b");
  }

  private static void assertStatus(int status, String document) {
    Answer answer = server.client().message(document);
    assertThat(answer.status()).as(answer.toString()).isEqualTo(status);
    if (status != 200) {
      assertThat(answer.envelope().errorList()).isNotNull();
    }
  }

  private static String withBlock(String block) {
    return ping().replace("</S:Header>", block + "</S:Header>");
  }

  @Test
  void acceptsMessagesWithinTheLimits() {
    assertStatus(200, ping());
    assertStatus(200, withBlock("<d>".repeat(29) + "</d>".repeat(29)));
    assertStatus(200, withBlock("<" + "n".repeat(256) + " a='" + "v".repeat(16_000) + "'/>"));
    assertStatus(200, withBlock(attributes(30)));
    assertStatus(200, withBlock("<x/>".repeat(1_900)));
  }

  private static String attributes(int number) {
    return IntStream.range(0, number)
        .mapToObj(n -> " a%d=''".formatted(n))
        .collect(Collectors.joining("", "<d", "/>"));
  }

  @Test
  void refusesMessagesOverTheLimits() {
    assertStatus(413, ping() + " ".repeat(40 * 1024));
    assertStatus(400, withBlock("<d>".repeat(33) + "</d>".repeat(33)));
    assertStatus(400, withBlock(attributes(33)));
    assertStatus(400, withBlock("<x/>".repeat(2_000)));
    assertStatus(500, withBlock("<" + "n".repeat(257) + "/>"));
    assertStatus(400, ping().replace("talk", "t".repeat(17_000)));
  }

  @Test
  void limitsPartsOfOneMessage() {
    String root = "--b\r\nContent-Type: text/xml\r\n\r\n" + ping() + "\r\n";
    String part = "--b\r\nContent-Type: text/plain\r\n\r\nx\r\n";
    assertParts(200, root + part + "--b--");
    assertParts(400, root + part + part + "--b--");
    assertParts(400, root.replace("text/xml", "text/xml\r\nX: " + "x".repeat(400)) + "--b--");
    assertParts(413, root + part.replace("x\r\n", "x".repeat(62_000) + "\r\n") + "--b--");
  }

  private static void assertParts(int status, String body) {
    Answer answer = server.client().message(RELATED, body.getBytes(StandardCharsets.UTF_8));
    assertThat(answer.status()).as(answer.toString()).isEqualTo(status);
  }

  @Test
  void stalledBodyTimesOut() throws IOException {
    String answer = raw(ping().length(), ping().substring(0, 300));
    assertThat(answer).startsWith("HTTP/1.1 408").contains("eb:errorCode=\"MimeProblem\"");
  }

  @Test
  void limitsBodiesOfUnknownLength() throws IOException {
    String chunk = "400\r\n" + " ".repeat(1024) + "\r\n";
    String answer = raw(-1, chunk.repeat(61) + "0\r\n\r\n");
    assertThat(answer).startsWith("HTTP/1.1 413").contains("eb:errorCode=\"MimeProblem\"");
  }

  @Test
  void answers400ToFormThatEndsEarly() {
    String form =
        "--form\r\nContent-Disposition: form-data; name=\"payload\"; filename=\"p\"\r\n\r\nno end";
    Answer answer =
        server
            .client()
            .send(
                "POST",
                "/api/v1/messages",
                BodyPublishers.ofString(form),
                "Content-Type",
                "multipart/form-data; boundary=form");
    assertThat(answer.status()).as(answer.toString()).isEqualTo(400);
  }

  @Test
  void refusesToSendTooLargeMessages() {
    server.agree(Cpas.named("small").betaAt(server.ebms()));
    // Beside the envelope, and read to its end; then more than the container takes.
    for (int size : new int[] {25_000, 70_000}) {
      String order = EbmsClient.order("small", "small@x");
      Answer answer = server.client().form("/api/v1/messages", order, new byte[size]);
      assertThat(answer.status()).as(answer.toString()).isEqualTo(413);
    }
    assertThat(server.count("select count(*) from message")).isZero();
  }

  private static String raw(int length, String body) throws IOException {
    try (Socket socket =
        new Socket(InetAddress.getLoopbackAddress(), URI.create(server.base()).getPort())) {
      OutputStream out = socket.getOutputStream();
      String size = length < 0 ? "Transfer-Encoding: chunked" : "Content-Length: " + length;
      out.write(
          ("POST /ebms HTTP/1.1\r\nHost: a\r\nContent-Type: text/xml\r\nConnection: close\r\n"
                  + size
                  + "\r\n\r\n"
                  + body)
              .getBytes(StandardCharsets.UTF_8));
      out.flush();
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
