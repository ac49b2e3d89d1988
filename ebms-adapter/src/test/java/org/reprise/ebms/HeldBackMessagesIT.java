package org.reprise.ebms;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Hundreds of large messages whose last byte does not come do not fill the heap. */
class HeldBackMessagesIT {
  private static final int LIMIT_SECONDS = 1800;
  private static final int MULTIPARTS = 45;
  private static final int PAYLOADS = 99;
  private static final int PAYLOAD = 64 * 1024 - 1;
  private static final int ENVELOPES = 150;
  private static final String SYNCHRONOUS = "held-back";
  private static final String SIGNED = "held-back-signed";

  private final CountDownLatch heldBack = new CountDownLatch(MULTIPARTS + 2 * ENVELOPES);
  private final Queue<Exception> failures = new ConcurrentLinkedQueue<>();
  private final CountDownLatch release = new CountDownLatch(1);

  @Test
  void largeMessagesAtOnceAreAnsweredWithinTheHeap() throws Exception {
    EbmsProcess service = EbmsProcess.shared();
    service.agree(Cpas.named(SYNCHRONOUS).synchronous());
    service.agree(
        Cpas.named(SIGNED)
            .acknowledgingInResponse()
            .signed(EbmsProcess.alphaCertificate(), EbmsProcess.betaCertificate()));
    EbmsClient client = service.client();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      URI endpoint = URI.create(client.base());
      List<Future<String>> multiparts =
          all(threads, MULTIPARTS, endpoint, "multipart/related; boundary=b", parts());
      List<Future<String>> unsigned = all(threads, ENVELOPES, endpoint, "text/xml", largePing());
      List<Future<String>> withoutSignature =
          all(threads, ENVELOPES, endpoint, "text/xml", largeOrder());

      try {
        boolean areHeldBack = heldBack.await(LIMIT_SECONDS, TimeUnit.SECONDS);
        assertThat(failures).as(() -> EbmsProcess.sharedOutput()).isEmpty();
        assertThat(areHeldBack)
            .as(() ->
                "%d are not sent; %s".formatted(heldBack.getCount(), EbmsProcess.sharedOutput()))
            .isTrue();
        assertThat(ping(client)).isEqualTo(200);
      } finally {
        release.countDown();
      }
      assertThat(ping(client)).isEqualTo(200);

      // Their envelopes are small, and their payloads are on disk: there is always room for them.
      assertThat(answers(multiparts)).allMatch(answer -> answer.startsWith("HTTP/1.1 200"));
      assertThat(answers(unsigned))
          .allMatch(answer -> answer.startsWith("HTTP/1.1 200") || saysLater(answer))
          .anyMatch(answer -> answer.startsWith("HTTP/1.1 200"));
      assertThat(answers(withoutSignature))
          .allMatch(answer ->
              saysLater(answer)
                  || (answer.startsWith("HTTP/1.1 500") && answer.contains("SecurityFailure")));
      assertThat(ping(client)).isEqualTo(200);
      assertThat(service.isAlive()).isTrue();
    }
  }

  private static boolean saysLater(String answer) {
    return answer.startsWith("HTTP/1.1 503")
        && answer.contains("Retry-After: ")
        && answer.contains("eb:errorCode=\"DeliveryFailure\"");
  }

  private static int ping(EbmsClient client) {
    return client.message(Messages.ping(SYNCHRONOUS, Messages.freshId())).status();
  }

  /** The body of a Ping of 99 payloads. */
  private static byte[] parts() {
    StringBuilder body = new StringBuilder("--b\r\nContent-Type: text/xml\r\n\r\n");
    body.append(Messages.ping(SYNCHRONOUS, Messages.freshId())).append("\r\n");
    for (int i = 0; i < PAYLOADS; i++) {
      body.append("--b\r\nContent-ID: <%d@x>\r\n\r\n".formatted(i))
          .append("p".repeat(PAYLOAD))
          .append("\r\n");
    }
    return body.append("--b--").toString().getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] largePing() {
    String block = "<x>" + "text of a block that nobody reads ".repeat(480) + "</x>";
    return Messages.ping(SYNCHRONOUS, Messages.freshId())
        .replace("</S:Header>", block.repeat(500_000 / block.length()) + "</S:Header>")
        .getBytes(StandardCharsets.US_ASCII);
  }

  /** An order without the signature that is agreed; its tree takes 30 times as much as its text. */
  private static byte[] largeOrder() {
    String block = "<x>" + "<?a?>y".repeat(2_500) + "</x>";
    return Messages.order(SIGNED, Messages.freshId())
        .replace("</S:Header>", block.repeat(500_000 / block.length()) + "</S:Header>")
        .getBytes(StandardCharsets.US_ASCII);
  }

  private List<Future<String>> all(
      ExecutorService threads, int number, URI endpoint, String contentType, byte[] body) {
    List<Future<String>> all = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      all.add(threads.submit(() -> send(endpoint, contentType, body)));
    }
    return all;
  }

  /** Sends a message but for its last byte, and that when all others are as far. */
  private String send(URI endpoint, String contentType, byte[] body)
      throws IOException, InterruptedException {
    try (Socket socket = new Socket(endpoint.getHost(), endpoint.getPort())) {
      socket.setSoTimeout((int) TimeUnit.SECONDS.toMillis(LIMIT_SECONDS));
      OutputStream out = socket.getOutputStream();
      out.write(
          ("POST /ebms HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: %s\r\n"
                  + "Content-Length: %d\r\n\r\n")
              .formatted(contentType, body.length)
              .getBytes(StandardCharsets.US_ASCII));
      sendAllButTheLastByte(out, body);
      release.await();
      out.write(body, body.length - 1, 1);
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private void sendAllButTheLastByte(OutputStream out, byte[] body) throws IOException {
    try {
      out.write(body, 0, body.length - 1);
    } catch (IOException e) {
      failures.add(e);
      throw e;
    } finally {
      heldBack.countDown();
    }
  }

  private static List<String> answers(List<Future<String>> senders) throws Exception {
    List<String> answers = new ArrayList<>();
    for (Future<String> sender : senders) {
      answers.add(sender.get(LIMIT_SECONDS, TimeUnit.SECONDS));
    }
    return answers;
  }
}
