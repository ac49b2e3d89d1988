package org.reprise.load.lists;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.load.generator.GatlingRun;

/**
 * Desks by hand against a small stand-in of FOLIO: okapi's token and tenant with every request, two
 * records in a page at most, and the paths and names of its circulation.
 */
class FolioStandInTest {
  private static final int PAGE = 2;
  private static final int ITEMS = 5;

  @TempDir private Path folder;

  private final Set<String> lent = ConcurrentHashMap.newKeySet();
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::answer);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
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
      var answer = json(path, String.valueOf(exchange.getRequestURI().getQuery())).getBytes(UTF_8);
      var status = path.endsWith("check-out-by-barcode") ? 201 : 200;
      exchange.sendResponseHeaders(status, answer.length);
      exchange.getResponseBody().write(answer);
    }
  }

  private static String json(String path, String query) {
    return switch (path) {
      case "/service-points" -> "{\"servicepoints\":[{\"id\":\"sp\"}],\"totalRecords\":1}";
      case "/users" ->
          "{\"users\":[{\"id\":\"u\",\"barcode\":\"p\",\"patronGroup\":\"g\"}],\"totalRecords\":1}";
      case "/inventory/items" -> {
        var offset = Integer.parseInt("0" + query.replaceAll(".*offset=(\\d+).*|.*", "$1"));
        var items =
            IntStream.range(offset, Math.min(ITEMS, offset + PAGE))
                .mapToObj(it -> item((query.contains("Checked out") ? "out-" : "in-") + it))
                .toList();
        yield "{\"items\":[%s],\"totalRecords\":%d}".formatted(String.join(",", items), ITEMS);
      }
      default ->
          """
          {"id":"l","instanceId":"n","loanPolicyId":"lp","loan":{"id":"l","userId":"u"}}\
          """;
    };
  }

  private static String item(String barcode) {
    return """
    {"id":"i","barcode":"%s","holdingsRecordId":"h","effectiveLocation":{"id":"a"},\
    "materialType":{"id":"m"},"permanentLoanType":{"id":"t"}}\
    """
        .formatted(barcode);
  }

  @Test
  void desksWorkWithAllPagesOfItems() throws Exception {
    var ended = run("-Dtoken=a.b.c", "-DpageSize=" + PAGE);

    assertThat(ended.status()).as(ended.output()).isZero();
    assertThat(ended.output()).contains("Global: count of failed events is 0.0 : true");
    assertThat(lent).hasSizeGreaterThan(PAGE);
  }

  @Test
  void failsWithoutToken() throws Exception {
    var ended = run();

    assertThat(ended.status()).as(ended.output()).isNotZero();
    assertThat(ended.output()).contains("answered 401");
  }

  private GatlingRun.Ended run(String... more) throws Exception {
    var properties =
        new ArrayList<>(
            List.of(
                "-Dbase=http://127.0.0.1:" + server.getAddress().getPort(),
                "-Dreprise.samples=" + folder.resolve("samples.json"),
                "-Ddesks=4",
                "-Dthink=0.05",
                "-Dduration=4"));
    properties.addAll(List.of(more));
    return GatlingRun.end(CheckInCheckOutSimulation.class, folder, properties);
  }
}
