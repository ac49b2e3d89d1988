package org.reprise.localstack.testing;

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
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;

/**
 * A plain HTTP client of a service, as somebody else would write one.
 *
 * @param <A> what its responses are wrapped in
 */
public class TestClient<A extends TestAnswer> {
  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  /** No machine is so busy that a response takes longer. */
  private static final Duration LIMIT = Duration.ofMinutes(30);

  private final HttpClient http;
  private final String base;
  private final Function<HttpResponse<byte[]>, A> answers;
  private final List<String> headers;

  /**
   * Creates a client.
   *
   * @param base where the service is, without a trailing slash
   * @param username empty for requests without credentials
   * @param headers of each request: name, value, name, value
   */
  public TestClient(
      String base,
      String username,
      String password,
      Function<HttpResponse<byte[]>, A> answers,
      String... headers) {
    this(HTTP, base, username, password, answers, headers);
  }

  /** The same with an HTTP client of its own. */
  protected TestClient(
      HttpClient http,
      String base,
      String username,
      String password,
      Function<HttpResponse<byte[]>, A> answers,
      String... headers) {
    byte[] credentials = (username + ":" + password).getBytes(StandardCharsets.UTF_8);
    this.http = http;
    this.base = base;
    this.answers = answers;
    this.headers = new ArrayList<>(List.of(headers));
    if (!username.isEmpty()) {
      this.headers.addAll(
          List.of("Authorization", "Basic " + Base64.getEncoder().encodeToString(credentials)));
    }
  }

  /** A client of the same service with other headers. */
  protected TestClient(TestClient<A> like, List<String> headers) {
    this.http = like.http;
    this.base = like.base;
    this.answers = like.answers;
    this.headers = headers;
  }

  protected List<String> plus(String... more) {
    List<String> all = new ArrayList<>(headers);
    all.addAll(List.of(more));
    return all;
  }

  /** Returns the headers but those of a name. */
  protected List<String> without(String name) {
    List<String> others = new ArrayList<>();
    for (int i = 0; i < headers.size(); i += 2) {
      if (!headers.get(i).equals(name)) {
        others.addAll(headers.subList(i, i + 2));
      }
    }
    return others;
  }

  /** Returns where the service is, without a trailing slash. */
  public String base() {
    return base;
  }

  public A get(String path, String... more) {
    return send("GET", path, BodyPublishers.noBody(), more);
  }

  public A delete(String path) {
    return send("DELETE", path, BodyPublishers.noBody());
  }

  /** Sends POST without a body. */
  public A post(String path) {
    return send("POST", path, BodyPublishers.noBody());
  }

  /** Sends a JSON body. */
  public A json(String method, String path, String body) {
    return send(method, path, BodyPublishers.ofString(body), "Content-Type", "application/json");
  }

  /** Sends an XML body. */
  public A xml(String method, String path, String body) {
    return send(method, path, BodyPublishers.ofString(body), "Content-Type", "application/xml");
  }

  public A send(String method, String path, HttpRequest.BodyPublisher body, String... more) {
    return answers.apply(exchange(method, path, body, BodyHandlers.ofByteArray(), more));
  }

  /** Sends any request, and receives its response in any way. */
  protected <T> HttpResponse<T> exchange(
      String method,
      String path,
      HttpRequest.BodyPublisher body,
      HttpResponse.BodyHandler<T> handler,
      String... more) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + path)).method(method, body).timeout(LIMIT);
    List<String> all = plus(more);
    for (int i = 0; i < all.size(); i += 2) {
      request.header(all.get(i), all.get(i + 1));
    }
    try {
      return http.send(request.build(), handler);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
