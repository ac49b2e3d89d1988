package org.reprise.ebms;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;

/** A payload larger than the service's heap is sent and received. */
class LargePayloadIT {
  private static final long SIZE = 300L * 1024 * 1024;

  /** Bytes that depend on their position, as many as wanted. */
  private static final class Counted extends InputStream {
    private long position;

    @Override
    public int read() {
      return position < SIZE ? (int) (position++ % 251) : -1;
    }

    @Override
    public int read(byte[] into, int offset, int length) {
      int some = (int) Math.min(length, SIZE - position);
      for (int i = 0; i < some; i++) {
        into[offset + i] = (byte) (position++ % 251);
      }
      return some == 0 && length > 0 ? -1 : some;
    }
  }

  @Test
  void transfersPayloadLargerThanTheHeap() throws Exception {
    EbmsProcess service = EbmsProcess.shared();
    EbmsClient client = service.client();
    String endpoint = client.base() + "/ebms";
    service.agree(Cpas.named("large").alphaAt(endpoint).betaAt(endpoint));
    HttpResponse<Void> sent =
        HttpClient.newHttpClient()
            .send(
                request(client, "/api/v1/messages")
                    .header("Content-Type", "multipart/form-data; boundary=form")
                    .POST(form(EbmsClient.order("large", "large@x")))
                    .build(),
                BodyHandlers.discarding());
    assertThat(sent.statusCode()).isEqualTo(202);
    MessagingIT.awaitState(client, "large@x", "delivered");
    HttpResponse<InputStream> read =
        HttpClient.newHttpClient()
            .send(
                request(client, "/api/v1/inbox/large@x/payloads/1").build(),
                BodyHandlers.ofInputStream());
    assertSame(read.body());
  }

  private static HttpRequest.Builder request(EbmsClient client, String path) {
    String credentials = EbmsServer.USERNAME + ":" + EbmsServer.PASSWORD;
    return HttpRequest.newBuilder(URI.create(client.base() + path))
        .header(
            "Authorization",
            "Basic "
                + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8)));
  }

  private static BodyPublisher form(String message) {
    return BodyPublishers.concat(
        BodyPublishers.ofString(
            "--form\r\nContent-Disposition: form-data; name=\"message\"\r\n"
                + "Content-Type: application/json\r\n\r\n"
                + message
                + "\r\n"
                + "--form\r\n"
                + "Content-Disposition: form-data; name=\"payload\"; filename=\"p\"\r\n\r\n"),
        BodyPublishers.ofInputStream(Counted::new),
        BodyPublishers.ofString("\r\n--form--\r\n"));
  }

  private static void assertSame(InputStream actual) throws IOException {
    byte[] expected = new byte[65_536];
    try (actual;
        InputStream counted = new Counted()) {
      for (int some = counted.read(expected, 0, expected.length);
          some > 0;
          some = counted.read(expected, 0, expected.length)) {
        byte[] part = actual.readNBytes(some);
        assertThat(java.util.Arrays.equals(part, 0, part.length, expected, 0, some)).isTrue();
      }
      assertThat(actual.read()).isEqualTo(-1);
    }
  }
}
