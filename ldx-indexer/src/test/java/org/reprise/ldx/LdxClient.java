package org.reprise.ldx;

import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.reprise.localstack.testing.TestAnswer;
import org.reprise.localstack.testing.TestClient;
import tools.jackson.databind.JsonNode;

/** A plain HTTP client of the service. */
public final class LdxClient extends TestClient<LdxClient.Answer> {
  // What a busy machine causes: time-outs, connections, and faults of other servers.
  private static final Pattern TRANSIENT =
      Pattern.compile(
          "(?i)no whole response|timed out|connect|failed to respond|socket|broken pipe|premature"
              + "|the server (answers 5|failed)|the index's database");

  public LdxClient(String base, String username, String password) {
    super(base, username, password, Answer::new);
  }

  private LdxClient(LdxClient like, List<String> headers) {
    super(like, headers);
  }

  /** The same with one more header. */
  public LdxClient with(String header, String value) {
    return new LdxClient(this, plus(header, value));
  }

  /** The same without credentials. */
  public LdxClient anonymous() {
    return new LdxClient(this, without("Authorization"));
  }

  /** A response. */
  public static final class Answer extends TestAnswer {
    Answer(HttpResponse<byte[]> response) {
      super(response);
    }
  }

  /** POST of a body. */
  public Answer post(String path, String contentType, String body) {
    return send("POST", path, BodyPublishers.ofString(body), "Content-Type", contentType);
  }

  /** Adds a feed as a data source that is polled only when somebody asks; returns its id. */
  public int add(TestFeed feed) {
    return add(feed.trs(), 3_600);
  }

  /** Adds a data source; returns its id. */
  public int add(String trs, int pollSeconds) {
    return add(trs, pollSeconds, "");
  }

  private int add(String trs, int pollSeconds, String more) {
    Answer added =
        json(
            "POST",
            "/ldx/data-sources",
            "{\"name\":\"%s\",\"trs\":\"%s\",\"pollSeconds\":%d%s}"
                .formatted(trs, trs, pollSeconds, more));
    if (added.status() != 201) {
      throw new IllegalStateException(added.toString());
    }
    return added.json().path("id").asInt();
  }

  /** Adds a feed that several threads read, and that is polled only when somebody asks. */
  public int addWithThreads(TestFeed feed, int threads) {
    return add(feed.trs(), 3_600, ",\"threads\":" + threads);
  }

  /** A data source. */
  public JsonNode source(int id) {
    return get("/ldx/data-sources/" + id).json();
  }

  /**
   * Waits until a data source is as it should be. One that has failed for want of an answer is
   * polled again: by itself that would be an hour later, and a busy machine has failures that a
   * test does not mean.
   *
   * @throws IllegalStateException at once after a fault of the index itself
   */
  public JsonNode await(int id, Predicate<JsonNode> condition) {
    return Awaitility.await("data source " + id)
        .pollInterval(Duration.ofMillis(30))
        .until(
            () -> {
              JsonNode source = source(id);
              String failure = source.path("failure").asString("");
              if (!condition.test(source) && isAtRest(source)) {
                if (failure.startsWith("a fault of the index")) {
                  throw new IllegalStateException(source.toString());
                }
                if (TRANSIENT.matcher(failure).find()) {
                  request(id, "POLL");
                }
              }
              return source;
            },
            condition);
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
    request(id, action);
    Awaitility.await().until(() -> runs(id) > before);
    return await(id, LdxClient::isAtRest);
  }

  private void request(int id, String action) {
    Answer asked =
        json("POST", "/ldx/data-sources/" + id + "/actions", "{\"action\":\"" + action + "\"}");
    if (asked.status() != 202) {
      throw new IllegalStateException(asked.toString());
    }
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
