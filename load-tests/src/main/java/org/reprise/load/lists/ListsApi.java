package org.reprise.load.lists;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.reprise.load.deploy.Credentials;
import org.reprise.load.deploy.HttpCalls;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the command itself asks of a service, beside the load: to prepare a cell and to check it.
 */
final class ListsApi implements AutoCloseable {
  /** Items with their instances and holdings. */
  static final String ITEMS = "0cb79a4c-f7eb-4941-a104-745224ae0292";

  /** The most that a page of contents may hold. */
  static final int PAGE = 1000;

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final Duration LOOK = Duration.ofMillis(20);
  private static final JsonMapper JSON = JsonMapper.shared();

  private final HttpCalls calls;
  private final URI origin;
  private final String tenant;

  /**
   * A client of one service.
   *
   * @param origin with a slash at the end
   */
  ListsApi(URI origin, Credentials credentials, String tenant) {
    this.origin = origin;
    this.calls = new HttpCalls(HttpClient.newBuilder(), credentials, LIMIT, List.of(origin));
    this.tenant = tenant;
  }

  String servicePoint(String code) throws IOException, InterruptedException {
    var query = URLEncoder.encode("code==" + code, StandardCharsets.UTF_8);
    var found = get("service-points?query=" + query).at("/servicepoints/0/id");
    if (!found.isString()) {
      throw new IOException("there is no service point " + code);
    }
    return found.asString();
  }

  /**
   * Makes a list of items.
   *
   * @return its id
   */
  String createList(String name, String fql) throws IOException, InterruptedException {
    var body =
        Map.of(
            "name",
            name,
            "entityTypeId",
            ITEMS,
            "fqlQuery",
            fql,
            "fields",
            List.of("id", "item_barcode", "item_status", "instance_title"),
            "isActive",
            true,
            "isPrivate",
            false);
    return send("POST", "lists", JSON.writeValueAsString(body)).path("id").asString();
  }

  JsonNode list(String id) throws IOException, InterruptedException {
    return get("lists/" + id);
  }

  /** Refreshes lists at once and waits until each has succeeded. */
  void refresh(List<String> lists, String mode, Duration limit)
      throws IOException, InterruptedException {
    for (var list : lists) {
      send("POST", "lists/" + list + "/refresh?mode=" + mode, "{}");
    }
    var deadline = System.nanoTime() + limit.toNanos();
    for (var list : lists) {
      awaitRefreshed(list, deadline);
    }
  }

  private void awaitRefreshed(String list, long deadline) throws IOException, InterruptedException {
    var found = list(list);
    while (found.has("inProgressRefresh")) {
      if (System.nanoTime() > deadline) {
        throw new IOException("list " + list + " is still being refreshed: " + found);
      }
      Thread.sleep(LOOK);
      found = list(list);
    }
    if (!found.has("successRefresh")) {
      throw new IOException("list " + list + " was not refreshed: " + found);
    }
  }

  /** All ids of a list, page after page, in the order of its contents. */
  List<String> contents(String list) throws IOException, InterruptedException {
    var ids = new ArrayList<String>();
    while (true) {
      var page =
          get("lists/%s/contents?fields=id&offset=%d&size=%d".formatted(list, ids.size(), PAGE))
              .path("content");
      page.forEach(record -> ids.add(record.path("id").asString()));
      if (page.size() < PAGE) {
        return ids;
      }
    }
  }

  JsonNode get(String path) throws IOException, InterruptedException {
    return send("GET", path, null);
  }

  /**
   * Asks.
   *
   * @throws IOException where the answer is no success
   */
  JsonNode send(String method, String path, @Nullable String body)
      throws IOException, InterruptedException {
    return send(
        method,
        path,
        "application/json",
        body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
  }

  JsonNode send(String method, String path, String type, HttpRequest.BodyPublisher body)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(origin.resolve(path))
            .header("Content-Type", type)
            .header("X-Okapi-Tenant", tenant)
            .method(method, body);
    var answer = calls.send(request, status -> status / 100 == 2).body();
    return answer.isEmpty() ? JSON.nullNode() : JSON.readTree(answer);
  }

  @Override
  public void close() {
    calls.close();
  }
}
