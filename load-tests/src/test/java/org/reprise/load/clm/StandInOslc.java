package org.reprise.load.clm;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Applications and a link index as any OSLC server may have them: root services in RDF/XML, and
 * catalogs, project areas, factories and resources at paths of its own. Of the areas each
 * application has two. The index knows a link a second after it was saved, and refuses to be asked
 * about a linked artifact of an application with versions.
 */
public final class StandInOslc implements AutoCloseable {
  private static final Map<String, String> TYPES =
      Map.of("ccm", "cm#ChangeRequest", "qm", "qm#TestCase", "rm", "rm#Requirement");
  private static final String TURTLE = "text/turtle;charset=UTF-8";
  private static final Pattern URI = Pattern.compile("<(http://127[^>]+)>");
  private static final long POLL_NANOS = 1_000_000_000;

  private final HttpServer server;
  private final int answersBeforeRefusal;
  private final List<String> versioned;
  private final AtomicInteger answers = new AtomicInteger();
  private final Set<String> factories = new CopyOnWriteArraySet<>();
  private final AtomicInteger created = new AtomicInteger();

  /** Links as Turtle, with the time from which on the index knows each. */
  private final Map<String, Long> links = new ConcurrentHashMap<>();

  /** Listens on loopback, for the user {@code user} with the password {@code secret}. */
  public StandInOslc(String... versioned) throws IOException {
    this(0, versioned);
  }

  /** The same, whose index reads the versions so late that it answers some requests before. */
  public StandInOslc(int answersBeforeRefusal, String... versioned) throws IOException {
    this.answersBeforeRefusal = answersBeforeRefusal;
    this.versioned = List.of(versioned);
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::answer);
    server.start();
  }

  public String base() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Returns the paths to which resources were posted. */
  public Set<String> factories() {
    return factories;
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      var sent = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
      var known = "Basic dXNlcjpzZWNyZXQ=";
      var path = exchange.getRequestURI().getPath();
      if (!known.equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
        exchange.sendResponseHeaders(401, -1);
      } else if (path.equals("/discover-links")) {
        discover(exchange, sent);
      } else if (exchange.getRequestMethod().equals("PUT")) {
        save(sent);
        exchange.sendResponseHeaders(204, -1);
      } else if (exchange.getRequestMethod().equals("POST")) {
        factories.add(path);
        var uri = base() + "/" + path.split("/")[1] + "/items/" + created.incrementAndGet();
        exchange.getResponseHeaders().set("Location", uri);
        exchange.getResponseHeaders().set("ETag", "\"1\"");
        exchange.sendResponseHeaders(201, -1);
      } else {
        describe(exchange, path.substring(1).split("/"));
      }
    }
  }

  private void discover(HttpExchange exchange, String request) throws IOException {
    if (isVersioned(request) && answers.incrementAndGet() > answersBeforeRefusal) {
      send(
          exchange,
          400,
          TURTLE,
          """
          @prefix oslc: <http://open-services.net/ns/core#> .
          [] a oslc:Error ; oslc:statusCode "400" ; oslc:message "no context" ;
            <http://purl.org/dc/terms/identifier> "BadObjectRequest" .
          """);
    } else {
      send(exchange, 200, TURTLE, discovered(request));
    }
  }

  private void describe(HttpExchange exchange, String[] path) throws IOException {
    var type = "http://open-services.net/ns/" + TYPES.getOrDefault(path[0], "none");
    var own = base() + "/" + path[0];
    switch (path.length > 1 ? path[1] : "") {
      case "rootservices" ->
          send(
              exchange,
              200,
              "application/rdf+xml",
              """
              <rdf:Description rdf:about="%1$s/rootservices"
                  xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
                  xmlns:d="http://open-services.net/xmlns/">
                <d:ServiceProviders rdf:resource="%1$s/all-areas"/>
              </rdf:Description>
              """
                  .formatted(own));
      case "all-areas" ->
          send(
              exchange,
              200,
              TURTLE,
              """
              @prefix oslc: <http://open-services.net/ns/core#> .
              <> oslc:serviceProvider <%1$s/area/a>, <%1$s/area/b> .
              """
                  .formatted(own));
      case "area" ->
          send(
              exchange,
              200,
              TURTLE,
              """
              @prefix oslc: <http://open-services.net/ns/core#> .
              <> oslc:service [ oslc:creationFactory
                [ oslc:resourceType <http://example.org/Other> ; oslc:creation <%1$s/other> ],
                [ oslc:resourceType <%2$s> ; oslc:creation <%1$s/new/%3$s> ] ] .
              """
                  .formatted(own, type, path[2]));
      default -> exchange.sendResponseHeaders(404, -1);
    }
  }

  /** The source is the subject of all that is saved. */
  private void save(String turtle) {
    var found = URI.matcher(turtle);
    found.find();
    var source = found.group(1);
    var target = "";
    while (found.find()) {
      target = found.group(1);
    }
    var predicate = turtle.replaceAll("(?s).*<([^>]+)> <[^>]+> \\.\\s*", "$1");
    links.put(
        "<%s> <%s> <%s> .\n".formatted(source, predicate, target), System.nanoTime() + POLL_NANOS);
  }

  private boolean isVersioned(String request) {
    return URI.matcher(request)
        .results()
        .map(it -> it.group(1))
        .filter(it -> versioned.stream().anyMatch(name -> it.startsWith(base() + "/" + name)))
        .anyMatch(it -> known().anyMatch(link -> link.contains("<" + it + ">")));
  }

  private Stream<String> known() {
    return links.entrySet().stream()
        .filter(it -> System.nanoTime() - it.getValue() >= 0)
        .map(Map.Entry::getKey);
  }

  private String discovered(String request) {
    return known()
        .filter(it -> request.contains(it.substring(it.lastIndexOf('<'), it.lastIndexOf('>') + 1)))
        .collect(Collectors.joining());
  }

  private static void send(HttpExchange exchange, int status, String type, String text)
      throws IOException {
    var bytes = text.getBytes(UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
