package org.reprise.lists;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A plain HTTP client of the service. */
public final class ListsClient {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private static final Duration LIMIT = Duration.ofMinutes(30);

  private final String base;
  private final String authorization;
  private final List<String> headers;

  ListsClient(String base, String username, String password, @Nullable String tenant) {
    this(
        base,
        "Basic "
            + Base64.getEncoder()
                .encodeToString((username + ":" + password).getBytes(StandardCharsets.UTF_8)),
        tenant == null ? List.of() : List.of("X-Okapi-Tenant", tenant));
  }

  private ListsClient(String base, String authorization, List<String> headers) {
    this.base = base;
    this.authorization = authorization;
    this.headers = headers;
  }

  /** The same for a user of the tenant. */
  public ListsClient as(UUID user) {
    List<String> all = new ArrayList<>(headers);
    all.addAll(List.of("X-Okapi-User-Id", user.toString()));
    return new ListsClient(base, authorization, all);
  }

  /** The same with permissions, as the gateway would name them. */
  public ListsClient permitted(String names) {
    List<String> all = new ArrayList<>(headers);
    all.addAll(List.of("X-Okapi-Permissions", names));
    return new ListsClient(base, authorization, all);
  }

  /** The same with one more header, beside one of that name that is there. */
  public ListsClient with(String header, String value) {
    List<String> all = new ArrayList<>(headers);
    all.addAll(List.of(header, value));
    return new ListsClient(base, authorization, all);
  }

  /** The same without credentials. */
  public ListsClient anonymous() {
    return new ListsClient(base, "", headers);
  }

  /** The same without a tenant's header. */
  public ListsClient withoutTenant() {
    return new ListsClient(base, authorization, List.of());
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

    /** The error's code. */
    public String code() {
      return json().path("code").asString("");
    }

    /** Status and body, for assertions' messages. */
    @Override
    public String toString() {
      return status() + " " + body();
    }
  }

  /** GET. */
  public Answer get(String path) {
    return send("GET", path, BodyPublishers.noBody(), "");
  }

  /** GET whose body is received as far as it is read. */
  public HttpResponse<InputStream> open(String path) {
    return exchange(
        request("GET", path, BodyPublishers.noBody(), ""), BodyHandlers.ofInputStream());
  }

  /** DELETE. */
  public Answer delete(String path) {
    return send("DELETE", path, BodyPublishers.noBody(), "");
  }

  /** POST without a body. */
  public Answer post(String path) {
    return send("POST", path, BodyPublishers.noBody(), "");
  }

  /** Any method with a JSON body. */
  public Answer json(String method, String path, String body) {
    return send(method, path, BodyPublishers.ofString(body), "application/json");
  }

  /** Any request. */
  public Answer send(
      String method, String path, HttpRequest.BodyPublisher body, String contentType) {
    return new Answer(
        exchange(request(method, path, body, contentType), BodyHandlers.ofByteArray()));
  }

  private HttpRequest request(
      String method, String path, HttpRequest.BodyPublisher body, String contentType) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + path)).method(method, body).timeout(LIMIT);
    if (!authorization.isEmpty()) {
      request.header("Authorization", authorization);
    }
    if (!contentType.isEmpty()) {
      request.header("Content-Type", contentType);
    }
    if (!headers.isEmpty()) {
      request.headers(headers.toArray(String[]::new));
    }
    return request.build();
  }

  private static <T> HttpResponse<T> exchange(
      HttpRequest request, HttpResponse.BodyHandler<T> handler) {
    try {
      return HTTP.send(request, handler);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
