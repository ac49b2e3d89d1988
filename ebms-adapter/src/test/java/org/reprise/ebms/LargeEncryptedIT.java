package org.reprise.ebms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.reprise.ebms.EbmsClient.Answer;

/** Large payloads that are decrypted at the same time fit into the heap all the same. */
class LargeEncryptedIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final int SENDERS = 4;
  private static final int BYTES = 28 * 1024 * 1024;

  @Test
  void receivesSeveralLargeEncryptedMessagesAtOnce() throws Exception {
    try (Partner alpha = Partner.willing();
        Partner beta = Partner.willing();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      EbmsProcess service = EbmsProcess.shared();
      EbmsClient client = service.client();
      service.agree(
          Cpas.named("large-encrypted")
              .encrypted(EbmsProcess.alphaCertificate(), EbmsProcess.betaCertificate())
              .alphaAt(alpha.endpoint())
              .betaAt(beta.endpoint()));
      String order = EbmsClient.order("large-encrypted", "large-encrypted@x");
      assertThat(client.form("/api/v1/messages", order, new byte[BYTES]).status()).isEqualTo(202);
      await().atMost(LIMIT).until(() -> !beta.received().isEmpty());
      byte[] message = multipart(beta.received().getFirst());
      List<Future<?>> senders = new ArrayList<>();
      for (int i = 0; i < SENDERS; i++) {
        senders.add(threads.submit(() -> sendUntilTaken(client, message)));
      }
      for (Future<?> sender : senders) {
        sender.get();
      }
      assertThat(
              client.get("/api/v1/inbox/large-encrypted@x").json().at("/payloads/0/size").asLong())
          .isEqualTo(BYTES);
      assertThat(client.get("/actuator/health/readiness").status()).isEqualTo(200);
    }
  }

  private static void sendUntilTaken(EbmsClient client, byte[] message) {
    await()
        .atMost(LIMIT)
        .until(() -> {
          Answer answer = client.message("multipart/related; boundary=b", message);
          if (answer.status() != 204) {
            assertThat(answer.status()).as(answer.toString()).isEqualTo(503);
            assertThat(answer.header("Retry-After")).matches("[1-9]\\d*");
          }
          return answer.status() == 204;
        });
  }

  private static byte[] multipart(Partner.Received received) {
    String document = new String(received.body(), StandardCharsets.UTF_8);
    String contentId = document.split("xlink:href=\"cid:", -1)[1];
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.writeBytes(
        ("--b\r\nContent-Type: text/xml; charset=UTF-8\r\n\r\n%s\r\n"
                + "--b\r\nContent-Type: application/xml\r\nContent-ID: <%s>\r\n\r\n")
            .formatted(document, contentId.substring(0, contentId.indexOf('"')))
            .getBytes(StandardCharsets.UTF_8));
    body.writeBytes(received.payloads().getFirst());
    body.writeBytes("\r\n--b--\r\n".getBytes(StandardCharsets.UTF_8));
    return body.toByteArray();
  }
}
