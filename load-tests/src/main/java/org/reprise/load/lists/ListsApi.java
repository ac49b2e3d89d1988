package org.reprise.load.lists;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.reprise.load.stack.Credentials;
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
  private static final int HTTP_OK = 200;
  private static final Duration LOOK = Duration.ofMillis(20);
  private static final JsonMapper JSON = JsonMapper.shared();

  private final HttpClient http =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
  private final URI origin;
  private final Credentials credentials;
  private final String tenant;

  /**
   * A client of one service.
   *
   * @param origin with a slash at the end
   */
  ListsApi(URI origin, Credentials credentials, String tenant) {
    this.origin = origin;
    this.credentials = credentials;
    this.tenant = tenant;
  }

  /** The id of a service point. */
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

  /** The list as it is. */
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

  /**
   * Exports a list and reads its file to the end.
   *
   * @return how many lines it has
   */
  long export(String list, Duration limit) throws IOException, InterruptedException {
    var deadline = System.nanoTime() + limit.toNanos();
    var path = "lists/%s/exports".formatted(list);
    var export = send("POST", path, null);
    path += "/" + export.path("exportId").asString();
    while (export.path("status").asString().equals("IN_PROGRESS")) {
      if (System.nanoTime() > deadline) {
        throw new IOException("list " + list + " is still being exported: " + export);
      }
      Thread.sleep(LOOK);
      export = get(path);
    }
    var answer =
        http.send(request("GET", path + "/download", limit).build(), BodyHandlers.ofLines());
    try (var lines = answer.body()) {
      if (answer.statusCode() != HTTP_OK) {
        throw new IOException("%s answered %d".formatted(path, answer.statusCode()));
      }
      return lines.count();
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
    var answer =
        http.send(
            request(method, path, LIMIT).header("Content-Type", type).method(method, body).build(),
            BodyHandlers.ofString());
    if (answer.statusCode() / 100 != 2) {
      throw new IOException(
          "%s %s answered %d: %s".formatted(method, path, answer.statusCode(), answer.body()));
    }
    return answer.body().isEmpty() ? JSON.nullNode() : JSON.readTree(answer.body());
  }

  private HttpRequest.Builder request(String method, String path, Duration limit) {
    return HttpRequest.newBuilder(origin.resolve(path))
        .timeout(limit)
        .header("Authorization", credentials.basicHeader())
        .header("X-Okapi-Tenant", tenant)
        .method(method, BodyPublishers.noBody());
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
