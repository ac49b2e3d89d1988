package org.reprise.load.content;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.reprise.load.deploy.Credentials;
import org.reprise.load.deploy.EnvironmentException;
import org.reprise.load.deploy.HttpCalls;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Calls of a repository beside the load: what fills it, what is in it, whether all is there. */
final class Repository implements AutoCloseable {
  static final String BINDING = "/cmis/browser";

  private static final Duration TIMEOUT = Duration.ofMinutes(30);
  private static final int PAGE = 1000;

  /** Of more documents users read the first ones. */
  private static final int MAX_DOCUMENTS = 100_000;

  /** Texts whose words are searched for. */
  private static final int TEXTS = 20;

  private final URI origin;
  private final HttpCalls calls;

  /** A repository and its root folder by their own URLs; base has no slash at its end. */
  record Address(String base, String url, String root) {}

  Repository(URI origin, Credentials credentials) {
    this.origin = origin;
    this.calls = new HttpCalls(credentials, TIMEOUT, origin);
  }

  static String content(String base, String document) {
    return base + "/documents/" + document + "/content";
  }

  private JsonNode get(String address) throws IOException, InterruptedException {
    return json(HttpRequest.newBuilder(URI.create(address)), 200);
  }

  private JsonNode json(HttpRequest.Builder request, Integer... expected)
      throws IOException, InterruptedException {
    request.header("Accept", "application/json");
    return JsonMapper.shared().readTree(calls.send(request, List.of(expected)::contains).body());
  }

  /** Returns the first of the service's repositories. */
  Address address() throws IOException, InterruptedException {
    for (var repository : get(origin.resolve(BINDING).toString())) {
      return new Address(
          base(),
          repository.path("repositoryUrl").asString(),
          repository.path("rootFolderUrl").asString());
    }
    throw new IOException(origin + " has no repository");
  }

  /** Has it make the population, unless it has documents; returns what it says of it. */
  JsonNode fill(double scale, int rows, long seed) throws IOException, InterruptedException {
    var path = "/admin/fill?scale=%s&rows=%d&seed=%d".formatted(scale, rows, seed);
    return json(
        HttpRequest.newBuilder(origin.resolve(path)).POST(BodyPublishers.noBody()), 200, 409);
  }

  /**
   * Returns the documents with a content.
   *
   * @throws EnvironmentException where there is none
   */
  List<StoredDocument> documents() throws IOException, InterruptedException {
    var url = address().url();
    var statement =
        "SELECT cmis:objectId, cmis:name, cmis:contentStreamLength, cmis:contentStreamMimeType"
            + " FROM cmis:document WHERE cmis:contentStreamLength > 0";
    var query =
        "%s?cmisselector=query&maxItems=%d&q=%s&skipCount="
            .formatted(url, PAGE, URLEncoder.encode(statement, StandardCharsets.UTF_8));
    var documents = new ArrayList<StoredDocument>();
    boolean hasMore;
    do {
      var page = get(query + documents.size());
      for (var result : page.path("results")) {
        var properties = result.path("properties");
        documents.add(
            new StoredDocument(
                value(properties, "cmis:objectId").asString(),
                value(properties, "cmis:contentStreamLength").asLong(),
                value(properties, "cmis:contentStreamMimeType").asString(),
                value(properties, "cmis:name").asString()));
      }
      hasMore = page.path("hasMoreItems").asBoolean() && !page.path("results").isEmpty();
    } while (hasMore && documents.size() < MAX_DOCUMENTS);
    if (documents.isEmpty()) {
      throw new EnvironmentException(
          origin + " has no documents: POST /admin/fill?scale=0.001 makes some");
    }
    return documents;
  }

  JsonNode cache() throws IOException, InterruptedException {
    return get(origin.resolve("/admin/cache").toString());
  }

  private static JsonNode value(JsonNode properties, String name) {
    return properties.path(name).path("value");
  }

  /** Returns words of some of the texts among documents. */
  List<String> words(List<StoredDocument> documents) throws IOException, InterruptedException {
    var words = new TreeSet<String>();
    for (var text : documents.stream().filter(StoredDocument::isText).limit(TEXTS).toList()) {
      var request = HttpRequest.newBuilder(URI.create(content(base(), text.id())));
      Stream.of(calls.send(request, status -> status == 200).body().split("[^a-z]+"))
          .filter(it -> it.length() > 2)
          .forEach(words::add);
    }
    return List.copyOf(words);
  }

  private String base() {
    return origin.toString().replaceAll("/$", "");
  }

  /**
   * Returns what is wrong with documents that the service acknowledged.
   *
   * @param added id and digest of each, with a blank between them
   * @param removing ids of those that it was asked to remove, and so may have
   * @param removed ids of those that it acknowledged to have removed
   */
  List<String> faults(List<String> added, Set<String> removing, Set<String> removed)
      throws IOException, InterruptedException {
    var faults = new ArrayList<String>();
    for (var one : added) {
      var id = one.substring(0, one.indexOf(' '));
      var tag = '"' + one.substring(id.length() + 1) + '"';
      // The repository opens the content for its headers, so that a missing file is seen.
      var request = HttpRequest.newBuilder(URI.create(content(base(), id))).HEAD();
      var answer = calls.send(request, status -> true);
      var found = answer.headers().firstValue("ETag").orElse("");
      var isGone = answer.statusCode() == 404;
      var isHeld = found.equals(tag) || isGone && removing.contains(id);
      if (removed.contains(id) ? !isGone : !isHeld) {
        var what = removed.contains(id) ? "removed" : "added with " + tag;
        faults.add("%s was %s, and answers %d %s".formatted(id, what, answer.statusCode(), found));
      }
    }
    return faults;
  }

  @Override
  public void close() {
    calls.close();
  }
}
