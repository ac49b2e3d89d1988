package org.reprise.load.lists;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.reprise.load.deploy.Credentials;
import org.reprise.load.deploy.HttpCalls;
import org.reprise.load.engine.Condition;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Calls that prepare and check a load, beside it. */
record ListsApi(HttpCalls calls, URI base, String tenant, int page) implements AutoCloseable {
  /** Items with their instances and holdings. */
  static final String ITEMS = "0cb79a4c-f7eb-4941-a104-745224ae0292";

  static final int PAGE = 1000;

  /** FOLIO's header; the token of {@code Authorization} alone is not enough behind a sidecar. */
  static final String TOKEN = "X-Okapi-Token";

  private static final int MAX_RECORDS = 1000;
  private static final int PATRONS = 100;
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final Duration REFRESH_TIMEOUT = Duration.ofMinutes(2);
  private static final Duration POLL = Duration.ofMillis(20);
  private static final JsonMapper JSON = JsonMapper.shared();

  ListsApi(URI base, Credentials credentials, String tenant, int page) {
    this(new HttpCalls(credentials, TIMEOUT, base), base, tenant, page(page));
  }

  /** Refuses a size with which no page would be the last one. */
  static int page(int size) {
    if (size < 1) {
      throw new IllegalArgumentException("page size: at least 1, not " + size);
    }
    return size;
  }

  String servicePoint(String code) throws IOException, InterruptedException {
    return first(search("service-points", "code==" + code, "id"), "service point " + code);
  }

  /** Makes lists of items that match a query in FQL, numbered from 1; returns their ids. */
  List<String> createLists(String name, int count, String fql)
      throws IOException, InterruptedException {
    var ids = new ArrayList<String>();
    for (int number = 1; number <= count; number++) {
      var list =
          JSON.createObjectNode()
              .put("name", "%s %02d".formatted(name, number))
              .put("entityTypeId", ITEMS)
              .put("fqlQuery", fql)
              .put("isActive", true)
              .put("isPrivate", false)
              .putPOJO("fields", List.of("id", "item_barcode", "item_status", "instance_title"));
      ids.add(send("POST", "lists", list).path("id").asString());
    }
    return ids;
  }

  /** Returns a value of a record, by its JSON pointer; empty where it has none. */
  String value(String path, String pointer) throws IOException, InterruptedException {
    return get(path).at(pointer).asString("");
  }

  void deleteList(String id) throws IOException, InterruptedException {
    send("DELETE", "lists/" + id, "");
  }

  /** Refreshes lists at once by the fast refresh and waits until each has succeeded. */
  void refresh(List<String> lists) throws IOException, SQLException, InterruptedException {
    for (var list : lists) {
      send("POST", "lists/" + list + "/refresh?mode=fast", Map.of());
    }
    for (var id : lists) {
      var path = "lists/" + id;
      var ends = Condition.await(REFRESH_TIMEOUT, POLL, () -> !get(path).has("inProgressRefresh"));
      if (!ends || !get(path).has("successRefresh")) {
        throw new IOException("list " + id + " was not refreshed: " + get(path));
      }
    }
  }

  List<String> contents(String list) throws IOException, InterruptedException {
    var path = "lists/%s/contents?fields=id&size=%d".formatted(list, page);
    return values(path, "id", Integer.MAX_VALUE);
  }

  /** Returns the barcodes of the first 1,000 records that match a query in CQL. */
  List<String> barcodes(String path, String cql) throws IOException, InterruptedException {
    return search(path, cql, "barcode").stream().filter(it -> !it.isEmpty()).toList();
  }

  List<String> patrons() throws IOException, InterruptedException {
    if (barcodes("users", "cql.allRecords=1").isEmpty()) {
      var group = first(search("groups", "cql.allRecords=1", "id"), "patron group");
      for (int number = 0; number < PATRONS; number++) {
        var patron =
            JSON.createObjectNode()
                .put("barcode", Inventory.patronBarcode(number))
                .put("patronGroup", group)
                .putPOJO("personal", Map.of("lastName", "Patron " + number));
        send("POST", "users", patron);
      }
    }
    return barcodes("users", "cql.allRecords=1");
  }

  private static String first(List<String> ids, String what) throws IOException {
    if (ids.isEmpty()) {
      throw new IOException("there is no " + what);
    }
    return ids.getFirst();
  }

  private List<String> search(String path, String cql, String field)
      throws IOException, InterruptedException {
    var query = URLEncoder.encode(cql, StandardCharsets.UTF_8);
    return values("%s?limit=%d&query=%s".formatted(path, page, query), field, MAX_RECORDS);
  }

  /** Returns a field of the records, page after page: they are the first array of each. */
  private List<String> values(String path, String field, int max)
      throws IOException, InterruptedException {
    var values = new ArrayList<String>();
    int before;
    do {
      before = values.size();
      get(path + "&offset=" + before)
          .valueStream()
          .filter(JsonNode::isArray)
          .findFirst()
          .ifPresent(all -> all.forEach(it -> values.add(it.path(field).asString(""))));
    } while (values.size() - before >= page && values.size() < max);
    return values;
  }

  private JsonNode get(String path) throws IOException, InterruptedException {
    return send("GET", path, "");
  }

  /** Sends a request, without a body where it is empty; fails where the answer is no success. */
  private JsonNode send(String method, String path, Object body)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create(base.toString().replaceAll("/*$", "/") + path))
            .header("Content-Type", "application/json")
            .header("X-Okapi-Tenant", tenant)
            .method(
                method,
                body.equals("")
                    ? BodyPublishers.noBody()
                    : BodyPublishers.ofString(JSON.writeValueAsString(body)));
    if (calls.credentials().isToken()) {
      request.header(TOKEN, calls.credentials().password());
    }
    var answer = calls.send(request, status -> status / 100 == 2).body();
    return answer.isEmpty() ? JSON.nullNode() : JSON.readTree(answer);
  }

  @Override
  public void close() {
    calls.close();
  }
}
