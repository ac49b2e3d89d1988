package org.reprise.gc;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.reprise.localstack.testing.TestPeer;

/**
 * An application with a stream of each number, each of a component of its own, which makes
 * baselines of them, and has whatever faults a test gives it.
 */
public final class FakeApplication implements AutoCloseable {
  private static final int FIRST_BASELINE = 1_000_000;
  private static final Map<Integer, FakeApplication> PARTS = new ConcurrentHashMap<>();

  private final AtomicInteger next = new AtomicInteger(FIRST_BASELINE);
  private final Map<Integer, Integer> streamOf = new ConcurrentHashMap<>();
  private final Map<String, Integer> byRequest = new ConcurrentHashMap<>();
  private final Map<String, Fault> faults = new ConcurrentHashMap<>();
  private final Map<String, String> sent = new ConcurrentHashMap<>();
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final String base;
  private final Runnable end;

  /** The application of {@link GcServer#withApplication}. */
  private static final class Shared {
    static final TestPeer SERVER =
        TestPeer.start(0, exchange -> part(exchange.getRequestURI().getPath()).handle(exchange));

    private static FakeApplication part(String path) {
      return Objects.requireNonNull(PARTS.get(Integer.parseInt(path.split("/")[2])));
    }
  }

  /** An application with a server of its own. */
  public FakeApplication() {
    TestPeer peer = TestPeer.start(0, this::handle);
    base = peer.address() + "/qm";
    end = peer::close;
  }

  private FakeApplication(int part) {
    base = Shared.SERVER.address() + "/qm/" + part;
    end = () -> {};
    PARTS.put(part, this);
  }

  /** Returns a part of the shared application, whose streams and faults are the caller's. */
  public static FakeApplication part() {
    synchronized (PARTS) {
      return new FakeApplication(PARTS.size());
    }
  }

  /** Answers instead of the application; false leaves it to that. */
  public interface Fault {
    /** Answers, or not. */
    boolean answer(HttpExchange exchange) throws IOException;
  }

  /** What URIs begin with; the setting of an application. */
  public String base() {
    return base;
  }

  /** Settings of a service that knows it. */
  public String[] settings(String... more) {
    return named("qm", base, more);
  }

  /** Settings of a service that knows all parts. */
  static String[] sharedSettings(String... more) {
    return named("qm", Shared.SERVER.address() + "/qm", more);
  }

  /** Settings of a service that knows an application by this name. */
  public static String[] named(String name, String base, String... more) {
    String application = "--reprise.gc.applications." + name;
    return Stream.concat(
            Stream.of(
                application + ".base-uri=" + base,
                application + ".username=gc",
                application + ".password=secret"),
            Stream.of(more))
        .toArray(String[]::new);
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
      String path = base.substring(base.indexOf("/qm"));
      String request =
          exchange.getRequestMethod()
              + " "
              + exchange.getRequestURI().toString().replaceFirst("^" + path + "(?=/)", "/qm");
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

  /** Holds a request until the end of a test; false, so that it is answered then. */
  public static boolean hold(CountDownLatch end) {
    try {
      end.await(10, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return false;
  }

  @Override
  public void close() {
    end.run();
  }
}
