package org.reprise.cps;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.StringJoiner;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A plain HTTP client of the API, as somebody else would write one. */
public final class CpsClient {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private static final Duration LIMIT = Duration.ofMinutes(30);

  private final String base;
  private final String authorization;

  CpsClient(String base, String username, String password) {
    this.base = base;
    this.authorization =
        username.isEmpty()
            ? ""
            : "Basic "
                + Base64.getEncoder()
                    .encodeToString((username + ":" + password).getBytes(StandardCharsets.UTF_8));
  }

  /** An answer. */
  public record Answer(int status, String contentType, String body, HttpResponse<String> response) {
    /** The body as JSON. */
    public JsonNode json() {
      return JSON.readTree(body);
    }

    /** Status and body, for assertions' messages. */
    @Override
    public String toString() {
      return status + " " + body;
    }
  }

  /** Query parameters: name, value, name, value. */
  public static String query(String... parameters) {
    StringJoiner query = new StringJoiner("&", "?", "");
    for (int i = 0; i < parameters.length; i += 2) {
      query.add(parameters[i] + "=" + URLEncoder.encode(parameters[i + 1], StandardCharsets.UTF_8));
    }
    return query.toString();
  }

  /** The path of an anchor below {@code /cps/api}. */
  public static String anchor(String version, String dataspace, String anchor) {
    return "/cps/api/%s/dataspaces/%s/anchors/%s".formatted(version, dataspace, anchor);
  }

  /** GET. */
  public Answer get(String path, String... headers) {
    return send("GET", path, BodyPublishers.noBody(), headers);
  }

  /** GET of an answer that is too large to be kept: its status. */
  int status(String path, String... headers) {
    return exchange("GET", path, BodyPublishers.noBody(), BodyHandlers.discarding(), headers)
        .statusCode();
  }

  /** DELETE. */
  public Answer delete(String path) {
    return send("DELETE", path, BodyPublishers.noBody());
  }

  /** POST without a body. */
  public Answer post(String path) {
    return send("POST", path, BodyPublishers.noBody());
  }

  /** Any method with a JSON body. */
  public Answer json(String method, String path, String body) {
    return send(method, path, BodyPublishers.ofString(body), "Content-Type", "application/json");
  }

  /** Any method with an XML body. */
  public Answer xml(String method, String path, String body) {
    return send(method, path, BodyPublishers.ofString(body), "Content-Type", "application/xml");
  }

  /** POST of one file. */
  public Answer upload(String path, String fileName, byte[] content) {
    return upload(path, "file", fileName, content);
  }

  /** POST of one file as the named part. */
  public Answer upload(String path, String part, String fileName, byte[] content) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.writeBytes(
        """
        --tests\r
        Content-Disposition: form-data; name="%s"; filename="%s"\r
        Content-Type: application/octet-stream\r
        \r
        """
            .formatted(part, fileName)
            .getBytes(StandardCharsets.UTF_8));
    body.writeBytes(content);
    body.writeBytes("\r\n--tests--\r\n".getBytes(StandardCharsets.UTF_8));
    return send(
        "POST",
        path,
        BodyPublishers.ofByteArray(body.toByteArray()),
        "Content-Type",
        "multipart/form-data; boundary=tests");
  }

  /** Any request. */
  public Answer send(
      String method, String path, HttpRequest.BodyPublisher body, String... headers) {
    HttpResponse<String> response = exchange(method, path, body, BodyHandlers.ofString(), headers);
    return new Answer(
        response.statusCode(),
        response.headers().firstValue("Content-Type").orElse(""),
        response.body(),
        response);
  }

  private <T> HttpResponse<T> exchange(
      String method,
      String path,
      HttpRequest.BodyPublisher body,
      HttpResponse.BodyHandler<T> handler,
      String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + path)).method(method, body).timeout(LIMIT);
    if (!authorization.isEmpty()) {
      request.header("Authorization", authorization);
    }
    if (headers.length > 0) {
      request.headers(headers);
    }
    try {
      return HTTP.send(request.build(), handler);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
