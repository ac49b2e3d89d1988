package org.reprise.load.lists;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reprise.load.baseline.LoadModel.Think;
import org.reprise.load.deploy.Credentials;
import org.reprise.load.generator.LoadSpec;
import org.reprise.load.generator.Properties;
import org.reprise.load.generator.Shape;

/** What the simulations send where somebody starts them by hand. */
class ListsSimulationTest {
  private static final List<String> DESKS = List.of(ListsLoad.CIRCULATION);

  private final List<String> calls = new ArrayList<>();
  private final Set<String> headers = new HashSet<>();
  private final Map<String, String> answers = new HashMap<>();
  private HttpServer service;
  private String base;

  @BeforeEach
  void serve() throws IOException {
    answers.put("GET /service-points", "{\"servicepoints\":[{\"id\":\"sp\"}],\"totalRecords\":1}");
    answers.put("POST /lists", "{\"id\":\"list\"}");
    service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    service.createContext(
        "/",
        exchange -> {
          var call = exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath();
          calls.add(call);
          headers.add(String.valueOf(exchange.getRequestHeaders().getFirst("X-Okapi-Token")));
          var query = String.valueOf(exchange.getRequestURI().getQuery());
          var page = call + "?" + query.replaceAll(".*offset=(\\d+).*", "$1");
          var answer =
              answers
                  .getOrDefault(page, answers.getOrDefault(call, "{}"))
                  .getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    service.start();
    base = "http://127.0.0.1:" + service.getAddress().getPort();
  }

  @AfterEach
  void stop() {
    service.stop(0);
  }

  @Test
  void sendsDesksAlone() {
    var spec = byHand(DESKS, Map.of("desks", "3", "think", "0.5"));
    assertThat(load(spec))
        .isEqualTo(
            new ListsLoad(
                "diku",
                1000,
                Duration.ofSeconds(60),
                null,
                new ListsLoad.Desks(base, 3, 0.43, new Think(0.5, 3.5), 0, "sp", 1),
                null));
    assertThat(spec.phases().getFirst().experiment()).isNull();
    assertThat(spec.phases().getFirst().shape().users()).isEqualTo(3);
    assertThat(spec.phases().getFirst().shape()).isInstanceOf(Shape.Mixed.class);
  }

  @Test
  void makesTheListsThatItRefreshes() {
    var all = List.of(ListsLoad.LIST_APP, ListsLoad.CIRCULATION, ListsLoad.DATA_IMPORT);
    var lists = load(byHand(all, Map.of("lists", "2"))).lists();

    assertThat(lists)
        .isEqualTo(
            new ListsLoad.Lists(base, List.of("list", "list"), "compat", Duration.ZERO, false));
    assertThat(load(byHand(List.of(ListsLoad.LIST_APP), Map.of("duration", "9"))).lists())
        .matches(it -> it.repeated() && it.ids().size() == 10);
  }

  @Test
  void makesTheFileThatItImports() throws IOException {
    var load = load(byHand(List.of(ListsLoad.DATA_IMPORT), Map.of("records", "5")));

    var file = Path.of(Objects.requireNonNull(load.imports()).file());
    assertThat(file).isNotEmptyFile();
    Files.delete(file);
    assertThat(calls).isEmpty();
  }

  @Test
  void asksTheServiceForItemsAndPatrons() throws Exception {
    // By pages of two.
    answers.put("GET /inventory/items?0", "{\"items\":[{\"barcode\":\"i-1\"},{\"id\":\"none\"}]}");
    answers.put("GET /inventory/items?2", "{\"items\":[{\"barcode\":\"i-2\"}]}");
    answers.put("GET /groups", "{\"usergroups\":[{\"id\":\"g\"}],\"totalRecords\":1}");
    answers.put("GET /users", "{\"users\":[{\"barcode\":\"p-1\"}],\"totalRecords\":1}");
    try (var api = api()) {
      var stock = Desk.Stock.of(api);
      assertThat(stock.shelf()).containsExactly("i-1", "i-2");
      assertThat(stock.patrons()).containsExactly("p-1");
    }
    assertThat(calls).doesNotContain("POST /users");
    answers.put("GET /users", "{\"users\":[],\"totalRecords\":0}");
    try (var api = api()) {
      assertThat(api.patrons()).isEmpty();
    }
    assertThat(calls).filteredOn("POST /users"::equals).hasSize(100);
  }

  /** Desks that had nothing to do would send nothing, and nothing would have failed. */
  @Test
  void refusesDesksWithoutItems() throws Exception {
    try (var api = api()) {
      assertThatThrownBy(() -> Desk.Stock.of(api))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("no item to lend");
    }
  }

  /** FOLIO behind okapi takes no user and password with each request. */
  @Test
  void sendsTokenInsteadOfPassword() {
    assertThat(load(byHand(DESKS, Map.of("token", "a.b.c"))).desks()).isNotNull();
    assertThat(headers).containsExactly("a.b.c");
  }

  @Test
  void refusesWhatIsNotHereAndWhatIsMissing() {
    assertThatThrownBy(() -> byHand(DESKS, Map.of("base", "http://192.0.2.1:8885")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("192.0.2.1");
    answers.put("GET /service-points", "{\"servicepoints\":[],\"totalRecords\":0}");
    assertThatThrownBy(() -> byHand(DESKS, Map.of("servicePoint", "cd9")))
        .hasMessageContaining("there is no service point cd9");
    assertThatThrownBy(() -> byHand(List.of(ListsLoad.LIST_APP), Map.of("lists", "many")))
        .hasMessageContaining("-Dlists: a number, not 'many'");
    assertThatThrownBy(() -> byHand(DESKS, Map.of("pageSize", "0")))
        .hasMessage("page size: at least 1, not 0");
  }

  private ListsApi api() {
    return new ListsApi(java.net.URI.create(base), new Credentials("u", "p"), "diku", 2);
  }

  private static ListsLoad load(LoadSpec spec) {
    return spec.settings(ListsLoad.class);
  }

  private LoadSpec byHand(List<String> workflows, Map<String, String> given) {
    var system = new HashMap<>(Map.of("base", base, "username", "u", "password", "p"));
    system.putAll(given);
    return ListsSimulation.byHand(workflows, 60, new Properties(system::get, _ -> null));
  }
}
