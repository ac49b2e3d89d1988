package org.reprise.gc;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.reprise.localstack.testing.TestPeer;

/**
 * An application with a stream of each number, each of a component of its own, which makes
 * baselines of them, and has whatever faults a test gives it.
 */
public final class FakeApplication implements AutoCloseable {
  private static final int FIRST_BASELINE = 1_000_000;

  private final AtomicInteger next = new AtomicInteger(FIRST_BASELINE);
  private final Map<Integer, Integer> streamOf = new ConcurrentHashMap<>();
  private final Map<String, Integer> byRequest = new ConcurrentHashMap<>();
  private final Map<String, Fault> faults = new ConcurrentHashMap<>();
  private final Map<String, String> sent = new ConcurrentHashMap<>();
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final TestPeer server = TestPeer.start(0, this::handle);

  /** Answers instead of the application; false leaves it to that. */
  public interface Fault {
    /** Answers, or not. */
    boolean answer(HttpExchange exchange) throws IOException;
  }

  /** What URIs begin with; the setting of an application. */
  public String base() {
    return server.address() + "/qm";
  }

  /** Settings of a service that knows it. */
  public String[] settings(String... more) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "--reprise.gc.applications.qm.base-uri=" + base(),
                "--reprise.gc.applications.qm.username=gc",
                "--reprise.gc.applications.qm.password=secret"));
    all.addAll(List.of(more));
    return all.toArray(String[]::new);
  }

  /** A stream, or baseline, by number. */
  public String configuration(int number) {
    return base() + "/configuration/" + number;
  }

  /** The component of a stream. */
  public String component(int stream) {
    return base() + "/component/" + stream;
  }

  /** From now on, for a request such as {@code POST /qm/configuration/7/baselines}. */
  public void fault(String request, Fault fault) {
    faults.put(request, fault);
  }

  /** From now on no fault. */
  public void heal() {
    faults.clear();
  }

  /** The requests that came, such as {@code GET /qm/configuration/7}. */
  public List<String> asked() {
    return asked;
  }

  /** How many requests were as this. */
  public long count(String request) {
    return asked.stream().filter(request::equals).count();
  }

  /** The body of the last request as this. */
  public String sent(String request) {
    return sent.getOrDefault(request, "");
  }

  /** How many baselines it made. */
  public int baselines() {
    return next.get() - FIRST_BASELINE;
  }

  /** Makes a baseline of a stream, as its own users do. */
  public String baseline(int stream) {
    int baseline = next.getAndIncrement();
    streamOf.put(baseline, stream);
    return configuration(baseline);
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String request = exchange.getRequestMethod() + " " + exchange.getRequestURI();
      asked.add(request);
      byte[] body = exchange.getRequestBody().readAllBytes();
      sent.put(request, new String(body, StandardCharsets.UTF_8));
      Fault fault = faults.get(request);
      if (fault != null && fault.answer(exchange)) {
        return;
      }
      if (!"Basic Z2M6c2VjcmV0".equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
        answer(exchange, 401, "");
      } else if (request.matches("GET /qm/configuration/\\d+")) {
        answer(exchange, 200, document(number(request, 0)));
      } else if (request.matches("GET /qm/component/\\d+")) {
        answer(exchange, 200, componentDocument(number(request, 0)));
      } else if (request.matches("GET /qm/component/\\d+/configurations")) {
        answer(exchange, 200, container(number(request, "/configurations".length())));
      } else if (request.matches("POST /qm/configuration/\\d+/baselines")) {
        baseline(exchange, number(request, "/baselines".length()));
      } else {
        answer(exchange, 404, "");
      }
    }
  }

  private static int number(String request, int behind) {
    String path = request.substring(0, request.length() - behind);
    return Integer.parseInt(path.substring(path.lastIndexOf('/') + 1));
  }

  /** Makes a baseline, and ends the connection without an answer. */
  public boolean isLost(HttpExchange exchange, int stream) {
    make(exchange, stream);
    exchange.close();
    return true;
  }

  // A request that is sent again finds what the first one has made.
  private int make(HttpExchange exchange, int stream) {
    String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
    int baseline =
        key == null
            ? next.getAndIncrement()
            : byRequest.computeIfAbsent(key + stream, one -> next.getAndIncrement());
    streamOf.put(baseline, stream);
    return baseline;
  }

  private void baseline(HttpExchange exchange, int stream) throws IOException {
    int baseline = make(exchange, stream);
    exchange.getResponseHeaders().set("Location", configuration(baseline));
    answer(exchange, 201, "");
  }

  /** Answers with Turtle. */
  public static void answer(HttpExchange exchange, int status, String turtle) throws IOException {
    TestPeer.answer(exchange, status, "text/turtle", turtle);
  }

  private String document(int number) {
    boolean isBaseline = streamOf.containsKey(number);
    return document(
        number,
        isBaseline ? "Baseline" : "Stream",
        "oslc_config:acceptedBy oslc_config:Configuration ;");
  }

  private String componentDocument(int stream) {
    return """
    <%1$s> <http://open-services.net/ns/config#configurations> <%1$s/configurations> ;
      <http://purl.org/dc/terms/title> "Component %2$d" .
    """
        .formatted(component(stream), stream);
  }

  // The stream, and behind it its baselines.
  private String container(int stream) {
    StringBuilder turtle = new StringBuilder();
    List<Integer> all = new ArrayList<>(List.of(stream));
    streamOf.entrySet().stream()
        .filter(one -> one.getValue() == stream)
        .map(Map.Entry::getKey)
        .sorted()
        .forEach(all::add);
    all.forEach(one ->
        turtle.append(
            "<%s/configurations> <http://www.w3.org/ns/ldp#contains> <%s> .\n"
                .formatted(component(stream), configuration(one))));
    return turtle.toString();
  }

  /** What it says of a configuration. */
  public String document(int number, String type, String more) {
    return """
    @prefix oslc_config: <http://open-services.net/ns/config#> .
    @prefix dcterms: <http://purl.org/dc/terms/> .
    <%s> a oslc_config:%s ; %s dcterms:title "Local %d" ; oslc_config:component <%s> .
    """
        .formatted(
            configuration(number),
            type,
            type.equals("Stream")
                ? more + " oslc_config:baselines <" + configuration(number) + "/baselines> ;"
                : more,
            number,
            component(streamOf.getOrDefault(number, number)));
  }

  @Override
  public void close() {
    server.close();
  }
}
