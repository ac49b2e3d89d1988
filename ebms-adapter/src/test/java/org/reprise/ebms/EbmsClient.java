package org.reprise.ebms;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import org.reprise.ebms.envelope.Envelope;
import org.reprise.ebms.envelope.EnvelopeLimits;
import org.reprise.ebms.envelope.EnvelopeReader;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A plain HTTP client of the service, as somebody else would write one. */
public final class EbmsClient {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final HttpClient http;
  private static final EnvelopeReader ENVELOPES = new EnvelopeReader(EnvelopeLimits.DEFAULTS);
  private static final Duration LIMIT = Duration.ofMinutes(30);

  private final String base;
  private final String authorization;

  EbmsClient(String base, String username, String password) {
    this(base, username, password, HTTP);
  }

  EbmsClient(String base, String username, String password, HttpClient http) {
    this.http = http;
    this.base = base;
    this.authorization =
        username.isEmpty()
            ? ""
            : "Basic "
                + Base64.getEncoder()
                    .encodeToString((username + ":" + password).getBytes(StandardCharsets.UTF_8));
  }

  /** Where the service is, without a trailing slash. */
  public String base() {
    return base;
  }

  /** An answer. */
  public record Answer(HttpResponse<byte[]> response) {
    /** The status. */
    public int status() {
      return response.statusCode();
    }

    /** A header, empty where it is missing. */
    public String header(String name) {
      return response.headers().firstValue(name).orElse("");
    }

    /** The body as text. */
    public String body() {
      return new String(response.body(), StandardCharsets.UTF_8);
    }

    /** The body as JSON. */
    public JsonNode json() {
      return JSON.readTree(response.body());
    }

    /** The body as an envelope that conforms to the schema. */
    public Envelope envelope() {
      EnvelopeSchema.check(response.body());
      return ENVELOPES.read(new ByteArrayInputStream(response.body()), "UTF-8");
    }

    /** Status and body, for assertions' messages. */
    @Override
    public String toString() {
      return status() + " " + body();
    }
  }

  /** GET. */
  public Answer get(String path, String... headers) {
    return send("GET", path, BodyPublishers.noBody(), headers);
  }

  /** DELETE. */
  public Answer delete(String path) {
    return send("DELETE", path, BodyPublishers.noBody());
  }

  /** Any method with a JSON body. */
  public Answer json(String method, String path, String body) {
    return send(method, path, BodyPublishers.ofString(body), "Content-Type", "application/json");
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

  /** Any method with an XML body. */
  public Answer xml(String method, String path, String body) {
    return send(method, path, BodyPublishers.ofString(body), "Content-Type", "application/xml");
  }

  /** A message, without credentials. */
  public Answer message(String document) {
    return message("text/xml; charset=UTF-8", document.getBytes(StandardCharsets.UTF_8));
  }

  /** A message of any content type. */
  public Answer message(String contentType, byte[] body, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + "/ebms"))
            .timeout(LIMIT)
            .header("SOAPAction", "\"ebXML\"")
            .POST(BodyPublishers.ofByteArray(body));
    if (!contentType.isEmpty()) {
      request.header("Content-Type", contentType);
    }
    if (headers.length > 0) {
      request.headers(headers);
    }
    return send(request.build());
  }

  /** Any request. */
  public Answer send(
      String method, String path, HttpRequest.BodyPublisher body, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + path)).method(method, body).timeout(LIMIT);
    if (!authorization.isEmpty()) {
      request.header("Authorization", authorization);
    }
    if (headers.length > 0) {
      request.headers(headers);
    }
    return send(request.build());
  }

  private Answer send(HttpRequest request) {
    try {
      return new Answer(http.send(request, BodyHandlers.ofByteArray()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
