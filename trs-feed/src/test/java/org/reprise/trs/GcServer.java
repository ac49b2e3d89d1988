package org.reprise.trs;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.reprise.localstack.testing.TestPeer;

/**
 * A server of global configurations, whose documents are as gc-service writes them, with whatever
 * faults a test gives it.
 */
public final class GcServer implements AutoCloseable {
  private static final String PREFIXES =
      """
      @prefix dcterms: <http://purl.org/dc/terms/> .
      @prefix oslc_config: <http://open-services.net/ns/config#> .
      @prefix gc: <urn:reprise:gc#> .
      """;

  private final TestPeer server;
  private final AtomicInteger revision = new AtomicInteger();
  private final Map<String, Document> documents = new ConcurrentHashMap<>();
  private final Map<String, Fault> faults = new ConcurrentHashMap<>();
  private final List<Request> asked = new CopyOnWriteArrayList<>();

  private record Document(String etag, String text) {}

  /** A request that came. */
  public record Request(String uri, Map<String, List<String>> headers, int port) {
    /** A header's first value; null where there is none. */
    public @Nullable String header(String name) {
      List<String> values = headers.get(name);
      return values == null ? null : values.getFirst();
    }
  }

  /** Answers instead of the server. */
  public interface Fault {
    /** Answers. */
    void answer(HttpExchange exchange) throws IOException;
  }

  /**
   * The selection of a configuration for a component.
   *
   * @param isSkew an earlier one of the component counts
   */
  public record Entry(String component, String configuration, boolean isSkew) {
    /** One that counts. */
    public static Entry of(String component, String configuration) {
      return new Entry(component, configuration, false);
    }
  }

  private static final class Shared {
    static final GcServer SERVER = start();
  }

  private GcServer(int port) {
    server = TestPeer.start(port, this::handle);
  }

  /** Returns the one of {@link TrsServer#withGlobalConfigurations}. */
  public static GcServer shared() {
    return Shared.SERVER;
  }

  /** Starts one without configurations. */
  public static GcServer start() {
    return new GcServer(0);
  }

  /** Starts one on a port. */
  public static GcServer start(int port) {
    return new GcServer(port);
  }

  /** Returns the port on which it listens. */
  public int port() {
    return server.port();
  }

  /** Returns the start of its URIs. */
  public String base() {
    return server.address();
  }

  /** Makes or changes a stream; returns its URI. */
  public String stream(int id, Entry... entries) {
    return configuration(id, "Stream", entries);
  }

  /** Makes a baseline; returns its URI. */
  public String baseline(int id, Entry... entries) {
    return configuration(id, "Baseline", entries);
  }

  private String configuration(int id, String kind, Entry... entries) {
    String uri = base() + "/gc/configuration/" + id;
    StringBuilder text = new StringBuilder(PREFIXES);
    text.append(
        """
        <%1$s> a oslc_config:Configuration, oslc_config:%2$s ; dcterms:title "Global %3$d" ;
          oslc_config:component <%4$s/gc/component/1> ;
          oslc_config:accepts oslc_config:Configuration ;
          oslc_config:acceptedBy oslc_config:Configuration ;
          oslc_config:selections <%1$s/selections> ; gc:resolvesTo <%1$s#r1> .
        <%1$s#r1> oslc_config:configuration <%1$s> ; gc:position 1 ;
          oslc_config:component <%4$s/gc/component/1> .
        """
            .formatted(uri, kind, id, base()));
    int order = 1;
    for (Entry entry : entries) {
      order++;
      text.append(
          """
          <%1$s> oslc_config:contribution <%1$s#c%2$d> ; gc:resolvesTo <%1$s#r%2$d> .
          <%1$s#c%2$d> a oslc_config:Contribution ; oslc_config:configuration <%3$s> ;
            oslc_config:contributionOrder "%2$04d" .
          <%1$s#r%2$d> oslc_config:configuration <%3$s> ; oslc_config:component <%4$s> ;
            gc:position %2$d %5$s .
          """
              .formatted(
                  uri,
                  order,
                  entry.configuration(),
                  entry.component(),
                  entry.isSkew() ? "; gc:skew true" : ""));
    }
    document("/gc/configuration/" + id, text.toString());
    return uri;
  }

  /** Another document. */
  public void document(String path, String text) {
    documents.put(path, new Document("\"" + revision.incrementAndGet() + "-t\"", text));
  }

  /** Something else answers at a path; "*" for all. */
  public void fault(String path, Fault fault) {
    faults.put(path, fault);
  }

  /** A fault: a status without a body. */
  public static Fault status(int status) {
    return exchange -> exchange.sendResponseHeaders(status, -1);
  }

  /** The documents are answered again. */
  public void heal() {
    faults.clear();
  }

  /** The requests that came, in order. */
  public List<Request> asked() {
    return List.copyOf(asked);
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      asked.add(
          new Request(
              exchange.getRequestURI().toString(),
              Map.copyOf(exchange.getRequestHeaders()),
              exchange.getRemoteAddress().getPort()));
      String path = exchange.getRequestURI().getPath();
      Fault fault = faults.getOrDefault(path, faults.get("*"));
      if (fault != null) {
        fault.answer(exchange);
      } else {
        answer(exchange, documents.get(path));
      }
    }
  }

  private static void answer(HttpExchange exchange, @Nullable Document document)
      throws IOException {
    if (document == null) {
      exchange.sendResponseHeaders(404, -1);
      return;
    }
    exchange.getResponseHeaders().set("ETag", document.etag());
    exchange.getResponseHeaders().set("Vary", "Accept, Configuration-Context");
    if (document.etag().equals(exchange.getRequestHeaders().getFirst("If-None-Match"))) {
      exchange.sendResponseHeaders(304, -1);
      return;
    }
    TestPeer.answer(exchange, 200, "text/turtle", document.text());
  }

  @Override
  public void close() {
    server.close();
  }
}
