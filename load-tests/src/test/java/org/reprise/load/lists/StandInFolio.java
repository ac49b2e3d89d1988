package org.reprise.load.lists;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * A small FOLIO: okapi's token and tenant with every request, two records in a page at most, and
 * the paths and names of its circulation, lists and data import.
 */
public final class StandInFolio implements AutoCloseable {
  /** Records of an answer, at most. */
  public static final int PAGE = 2;

  private static final int RECORDS = 5;
  private static final String DATE = "2026-01-01T00:00:0%d.000+00:00";

  private final Set<String> lent = ConcurrentHashMap.newKeySet();
  private final Set<String> lists = ConcurrentHashMap.newKeySet();
  private final AtomicInteger numbers = new AtomicInteger();
  private final HttpServer server;

  /** Listens on loopback, for the token {@code a.b.c} and the tenant {@code diku}. */
  public StandInFolio() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::answer);
    server.start();
  }

  public String base() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Returns the barcodes of items that were lent. */
  public Set<String> lent() {
    return lent;
  }

  /** Returns the lists that are there. */
  public Set<String> lists() {
    return lists;
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      var sent = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
      var headers = exchange.getRequestHeaders();
      var path = exchange.getRequestURI().getPath();
      if (!"a.b.c".equals(headers.getFirst("X-Okapi-Token"))
          || !"diku".equals(headers.getFirst("X-Okapi-Tenant"))) {
        exchange.sendResponseHeaders(401, -1);
        return;
      }
      if (path.equals("/circulation/check-out-by-barcode")) {
        lent.add(sent.replaceAll(".*\"itemBarcode\":\"([^\"]*)\".*", "$1"));
      }
      var request = exchange.getRequestMethod() + " " + path;
      if (exchange.getRequestMethod().equals("DELETE") || path.endsWith("/processFiles")) {
        lists.remove(path.replaceFirst("/lists/", ""));
        exchange.sendResponseHeaders(204, -1);
        return;
      }
      var query = String.valueOf(exchange.getRequestURI().getQuery());
      var answer = json(request, path, query).getBytes(UTF_8);
      var creates = request.matches("POST /(lists|circulation/check-out.*|.*uploadDefinitions)");
      exchange.sendResponseHeaders(creates ? 201 : 200, answer.length);
      exchange.getResponseBody().write(answer);
    }
  }

  private String json(String request, String path, String query) {
    if (request.equals("POST /lists")) {
      var id = "list-" + numbers.incrementAndGet();
      lists.add(id);
      return "{\"id\":\"%s\"}".formatted(id);
    }
    return switch (path.replaceFirst("/list-\\d+", "")) {
      case "/service-points" -> "{\"servicepoints\":[{\"id\":\"sp\"}],\"totalRecords\":1}";
      case "/users" ->
          "{\"users\":[{\"id\":\"u\",\"barcode\":\"p\",\"patronGroup\":\"g\"}],\"totalRecords\":1}";
      case "/lists/refresh" -> "{\"id\":\"refresh\"}";
      case "/lists" ->
          "{\"successRefresh\":{\"id\":\"refresh\",\"recordsCount\":%d}}".formatted(RECORDS);
      case "/lists/contents" -> page("content", query, it -> "{\"id\":\"%d\"}".formatted(it));
      case "/inventory/items" -> {
        var status = query.contains("Checked out") ? "out-" : "in-";
        yield page("items", query, it -> item(status + it));
      }
      case "/data-import/uploadDefinitions" ->
          "{\"id\":\"d\",\"fileDefinitions\":[{\"id\":\"f\",\"jobExecutionId\":\"j\"}]}";
      case "/metadata-provider/jobExecutions/j" ->
          "{\"status\":\"COMMITTED\",\"startedDate\":\"%s\",\"completedDate\":\"%s\"}"
              .formatted(DATE.formatted(1), DATE.formatted(3));
      default ->
          """
          {"id":"l","instanceId":"n","loanPolicyId":"lp","status":{"name":"Closed"},\
          "loan":{"id":"l","userId":"u"}}\
          """;
    };
  }

  private interface Written {
    String json(int number);
  }

  private static String page(String name, String query, Written record) {
    var offset = Integer.parseInt("0" + query.replaceAll(".*offset=(\\d+).*|.*", "$1"));
    var records =
        IntStream.range(offset, Math.min(RECORDS, offset + PAGE)).mapToObj(record::json).toList();
    return "{\"%s\":[%s],\"totalRecords\":%d}".formatted(name, String.join(",", records), RECORDS);
  }

  private static String item(String barcode) {
    return """
    {"id":"i","barcode":"%s","holdingsRecordId":"h","effectiveLocation":{"id":"a"},\
    "materialType":{"id":"m"},"permanentLoanType":{"id":"t"}}\
    """
        .formatted(barcode);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
