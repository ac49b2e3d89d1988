package org.reprise.ebms;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.reprise.ebms.envelope.Envelope;
import org.reprise.ebms.envelope.EnvelopeReader;
import org.reprise.localstack.testing.TestAnswer;
import org.reprise.localstack.testing.TestClient;

/** A plain HTTP client of the service, as somebody else would write one. */
public final class EbmsClient extends TestClient<EbmsClient.Answer> {
  private static final EnvelopeReader ENVELOPES = new EnvelopeReader();

  EbmsClient(String base, String username, String password) {
    super(base, username, password, Answer::new);
  }

  EbmsClient(String base, String username, String password, HttpClient http) {
    super(http, base, username, password, Answer::new);
  }

  private EbmsClient(EbmsClient like, List<String> headers) {
    super(like, headers);
  }

  /** A response. */
  public static final class Answer extends TestAnswer {
    Answer(HttpResponse<byte[]> response) {
      super(response);
    }

    /** The body as an envelope that conforms to the schema. */
    public Envelope envelope() {
      EnvelopeSchema.check(response().body());
      return ENVELOPES.read(new ByteArrayInputStream(response().body()), "UTF-8");
    }
  }

  /** Sends a business message with payloads, as a browser or curl would. */
  public Answer form(String path, String message, byte[]... payloads) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    part(body, "message", "application/json", message.getBytes(StandardCharsets.UTF_8));
    for (byte[] payload : payloads) {
      part(body, "payload", "application/x-test", payload);
    }
    body.writeBytes("--form--\r\n".getBytes(StandardCharsets.UTF_8));
    return send(
        "POST",
        path,
        BodyPublishers.ofByteArray(body.toByteArray()),
        "Content-Type",
        "multipart/form-data; boundary=form");
  }

  private static void part(ByteArrayOutputStream to, String name, String type, byte[] content) {
    to.writeBytes(
        ("--form\r\nContent-Disposition: form-data; name=\"%s\"; filename=\"f\"\r\n"
                + "Content-Type: %s\r\n\r\n")
            .formatted(name, type)
            .getBytes(StandardCharsets.UTF_8));
    to.writeBytes(content);
    to.writeBytes("\r\n".getBytes(StandardCharsets.UTF_8));
  }

  /** The JSON of a request to send a message of {@link Cpas}. */
  public static String order(String cpaId, String messageId, String... more) {
    return """
    {"cpaId": "%s", "fromPartyId": "%s", "toPartyId": "%s", "serviceType": "urn:services",
      "service": "orders", "action": "order", "messageId": "%s"%s}\
    """
        .formatted(
            cpaId,
            Cpas.ALPHA,
            Cpas.BETA,
            messageId,
            more.length == 0 ? "" : ", " + String.join(", ", more));
  }

  /** As {@link #order}, to be delivered within an hour, however slow the machine is. */
  public static String lastingOrder(String cpaId, String messageId) {
    return order(cpaId, messageId, "\"timeToLive\": \"" + Instant.now().plusSeconds(3600) + "\"");
  }

  /** A message, without credentials. */
  public Answer message(String document) {
    return message("text/xml; charset=UTF-8", document.getBytes(StandardCharsets.UTF_8));
  }

  /** A message of any content type. */
  public Answer message(String contentType, byte[] body, String... headers) {
    EbmsClient partner = new EbmsClient(this, without("Authorization"));
    List<String> all = new ArrayList<>(List.of(headers));
    all.addAll(List.of("SOAPAction", "\"ebXML\""));
    if (!contentType.isEmpty()) {
      all.addAll(List.of("Content-Type", contentType));
    }
    return partner.send(
        "POST", "/ebms", BodyPublishers.ofByteArray(body), all.toArray(String[]::new));
  }
}
