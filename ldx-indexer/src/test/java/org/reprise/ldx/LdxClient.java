package org.reprise.ldx;

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
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A plain HTTP client of the service. */
public final class LdxClient {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private static final Duration LIMIT = Duration.ofMinutes(30);

  private final String base;
  private final String authorization;
  private final List<String> headers;

  LdxClient(String base, String username, String password) {
    this(
        base,
        "Basic "
            + Base64.getEncoder()
                .encodeToString((username + ":" + password).getBytes(StandardCharsets.UTF_8)),
        List.of());
  }

  private LdxClient(String base, String authorization, List<String> headers) {
    this.base = base;
    this.authorization = authorization;
    this.headers = headers;
  }

  /** The same with one more header. */
  public LdxClient with(String header, String value) {
    List<String> all = new ArrayList<>(headers);
    all.addAll(List.of(header, value));
    return new LdxClient(base, authorization, all);
  }

  /** The same without credentials. */
  public LdxClient anonymous() {
    return new LdxClient(base, "", headers);
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

  /** DELETE. */
  public Answer delete(String path) {
    return send("DELETE", path, BodyPublishers.noBody(), "");
  }

  /** Any method with a JSON body. */
  public Answer json(String method, String path, String body) {
    return send(method, path, BodyPublishers.ofString(body), "application/json");
  }

  /** POST of a body. */
  public Answer post(String path, String contentType, String body) {
    return send("POST", path, BodyPublishers.ofString(body), contentType);
  }

  private Answer send(
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
    try {
      return new Answer(HTTP.send(request.build(), BodyHandlers.ofByteArray()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Adds a feed as a data source that is polled only when somebody asks; returns its id. */
  public int add(TestFeed feed) {
    return add(feed.trs(), 3_600);
  }

  /** Adds a data source; returns its id. */
  public int add(String trs, int pollSeconds) {
    Answer added =
        json(
            "POST",
            "/ldx/data-sources",
            "{\"name\":\"%s\",\"trs\":\"%s\",\"pollSeconds\":%d}".formatted(trs, trs, pollSeconds));
    if (added.status() != 201) {
      throw new IllegalStateException(added.toString());
    }
    return added.json().path("id").asInt();
  }

  /** A data source. */
  public JsonNode source(int id) {
    return get("/ldx/data-sources/" + id).json();
  }

  /** Waits until a data source is as it should be. */
  public JsonNode await(int id, Predicate<JsonNode> condition) {
    return Awaitility.await("data source " + id)
        .atMost(LIMIT)
        .pollInterval(Duration.ofMillis(30))
        .until(() -> source(id), condition);
  }

  /** Waits until a data source's first poll has succeeded. */
  public JsonNode awaitCurrent(int id) {
    return await(
        id, source -> source.path("phase").asString("").equals("CURRENT") && isAtRest(source));
  }

  private static boolean isAtRest(JsonNode source) {
    return !source.path("running").asBoolean()
        && !source.path("lastPoll").path("poll").path("ended").isMissingNode();
  }

  /** Has a data source polled, and waits until that is done. */
  public JsonNode poll(int id) {
    return act(id, "POLL");
  }

  /** Asks something of a data source, and waits until it is done. */
  public JsonNode act(int id, String action) {
    long before = runs(id);
    Answer asked =
        json("POST", "/ldx/data-sources/" + id + "/actions", "{\"action\":\"" + action + "\"}");
    if (asked.status() != 202) {
      throw new IllegalStateException(asked.toString());
    }
    Awaitility.await().atMost(LIMIT).until(() -> runs(id) > before);
    return await(id, LdxClient::isAtRest);
  }

  private long runs(int id) {
    long runs = 0;
    for (JsonNode row : get("/ldx/data-sources/" + id + "/history").json()) {
      runs += row.path("poll").path("runs").asLong();
    }
    return runs;
  }

  /** The links to a resource, each as "source predicate" with the predicate's last part. */
  public Set<String> linksTo(String resource) {
    Set<String> links = new TreeSet<>();
    JsonNode found =
        get("/ldx/links?resource=" + URLEncoder.encode(resource, StandardCharsets.UTF_8)).json();
    for (JsonNode link : found.path("links")) {
      String predicate = link.path("predicate").asString();
      links.add(
          link.path("source").asString()
              + " "
              + predicate.substring(predicate.lastIndexOf('#') + 1));
    }
    return links;
  }
}
