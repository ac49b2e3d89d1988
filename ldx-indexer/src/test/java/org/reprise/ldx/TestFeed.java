package org.reprise.ldx;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.reprise.localstack.testing.TestPeer;

/**
 * A server with a tracked resource set as OSLC TRS 3.0 describes it, and with whatever faults a
 * test gives it. Its artifacts are Turtle; the base has pages, and the log segments.
 */
public final class TestFeed implements AutoCloseable {
  /** The predicate of a link that tests use. */
  public static final String IMPLEMENTS = "http://open-services.net/ns/cm#implementsRequirement";

  private static final String PREFIXES =
      """
      @prefix trs: <http://open-services.net/ns/core/trs#> .
      @prefix ldp: <http://www.w3.org/ns/ldp#> .
      @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
      @prefix dcterms: <http://purl.org/dc/terms/> .
      @prefix oslc_config: <http://open-services.net/ns/config#> .
      @prefix gc: <urn:reprise:gc#> .
      """;

  private final TestPeer server;
  private final Map<String, String> artifacts = new ConcurrentHashMap<>();
  private final Map<String, Fault> faults = new ConcurrentHashMap<>();
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final List<Event> events = new ArrayList<>();
  private final List<Event> oldest = new ArrayList<>();
  private List<String> members = List.of();
  private String cutoff = "http://www.w3.org/1999/02/22-rdf-syntax-ns#nil";
  private int pageSize = 3;
  private int segmentSize = 4;
  private int firstEvent;
  private boolean isLinkPaging = true;
  private int generation = 1;

  private record Event(String uri, String kind, String changed, long order) {}

  /** Answers instead of the feed. */
  public interface Fault {
    /** Answers; throws to break the connection off. */
    void answer(HttpExchange exchange) throws IOException;
  }

  private TestFeed(int port) {
    server = TestPeer.start(port, this::handle);
  }

  /** Starts one that is empty. */
  public static TestFeed start() {
    return new TestFeed(0);
  }

  /** Starts an empty one on a port. */
  public static TestFeed start(int port) {
    return new TestFeed(port);
  }

  /** Returns the port on which it listens. */
  public int port() {
    return server.port();
  }

  /** Its own address of a path. */
  public String uri(String path) {
    return server.address() + path;
  }

  /** The address of its tracked resource set. */
  public String trs() {
    return uri("/trs");
  }

  /** A resource elsewhere. */
  public static String requirement(int id) {
    return "http://requirements.test/rm/resource/" + id;
  }

  /** The paths that were asked for, in order. */
  public List<String> asked() {
    return List.copyOf(asked);
  }

  /** Returns the number of requests for a path. */
  public long asked(String path) {
    return asked.stream().filter(path::equals).count();
  }

  /** Pages and segments of other sizes. */
  public synchronized TestFeed sizes(int page, int segment) {
    pageSize = page;
    segmentSize = segment;
    return this;
  }

  /** Pages name the next one by {@code ldp:nextPage} and list {@code rdfs:member}, as TRS 2.0. */
  public synchronized TestFeed pagingWithin() {
    isLinkPaging = false;
    return this;
  }

  /** Stores a work item with links to requirements; tells nobody. */
  public String store(int id, String title, int... requirements) {
    String path = "/ccm/resource/" + id;
    StringBuilder text = new StringBuilder();
    text.append("<%s> dcterms:title \"%s\" .%n".formatted(uri(path), title));
    for (int requirement : requirements) {
      text.append("<%s> <%s> <%s> .%n".formatted(uri(path), IMPLEMENTS, requirement(requirement)));
    }
    artifacts.put(path, text.toString());
    return uri(path);
  }

  /** Stores a version of a test case that validates requirements; tells nobody. */
  public String version(int concept, int version, int... requirements) {
    return versionIn(null, concept, version, requirements);
  }

  /** The same with the URI of its component. */
  public String versionIn(
      @Nullable String component, int concept, int version, int... requirements) {
    String path = "/qm/version/%d.%d".formatted(concept, version);
    String of = uri("/qm/resource/" + concept);
    StringBuilder text = new StringBuilder();
    text.append(
        "<%s> a oslc_config:VersionResource ; dcterms:isVersionOf <%s> .%n"
            .formatted(uri(path), of));
    if (component != null) {
      text.append("<%s> oslc_config:component <%s> .%n".formatted(uri(path), component));
    }
    text.append("<%s> dcterms:title \"test case %d\" .%n".formatted(of, concept));
    for (int requirement : requirements) {
      text.append(
          "<%s> <http://open-services.net/ns/qm#validatesRequirement> <%s> .%n"
              .formatted(of, requirement(requirement)));
    }
    artifacts.put(path, text.toString());
    return uri(path);
  }

  /** Removes an artifact; tells nobody. */
  public void remove(String uri) {
    artifacts.remove(uri.substring(uri("").length()));
  }

  /** Adds an event with the next order. */
  public synchronized long event(String kind, String changed) {
    long order = events.isEmpty() ? 1 : events.getLast().order() + 1;
    event(kind, changed, order);
    return order;
  }

  /** Adds an event with some order. */
  public synchronized void event(String kind, String changed, long order) {
    String uri = "urn:event:%d:%d".formatted(port(), events.size() + 1);
    events.add(new Event(uri, kind, changed, order));
  }

  /**
   * Adds an event with some order before the newest ones: it stands in an older part of the log.
   */
  public synchronized void eventBefore(int newest, String kind, String changed, long order) {
    event(kind, changed, order);
    events.add(events.size() - 1 - newest, events.removeLast());
  }

  /** Adds an event with some order to the oldest part of the log; the others stay as they are. */
  public synchronized void eventInOldestPart(String kind, String changed, long order) {
    String uri = "urn:event:%d:oldest:%d".formatted(port(), oldest.size() + 1);
    oldest.add(new Event(uri, kind, changed, order));
  }

  /** Answers as the feed does, with an entity tag; counts what had not changed. */
  public void tagged(String path, AtomicInteger unchanged) {
    fault(path, exchange -> answerTagged(exchange, path, unchanged));
  }

  private void answerTagged(HttpExchange exchange, String path, AtomicInteger unchanged)
      throws IOException {
    String text;
    synchronized (this) {
      text = PREFIXES + text(exchange, path);
    }
    String etag = "\"%d\"".formatted(text.hashCode());
    exchange.getResponseHeaders().set("ETag", etag);
    if (etag.equals(exchange.getRequestHeaders().getFirst("If-None-Match"))) {
      unchanged.incrementAndGet();
      exchange.sendResponseHeaders(304, -1);
    } else {
      TestPeer.answer(exchange, 200, "text/turtle", text);
    }
  }

  /** Makes a new base of all that is stored; the newest event is its cutoff. */
  public synchronized void rebase() {
    members = artifacts.keySet().stream().sorted().map(this::uri).toList();
    generation++;
    if (!events.isEmpty()) {
      cutoff = events.getLast().uri();
    }
  }

  /** Forgets all events but the newest ones. */
  public synchronized void truncate(int left) {
    firstEvent = Math.max(0, events.size() - left);
  }

  /** Forgets all events, as after a restore from a backup, and goes on with others. */
  public synchronized void loseEvents() {
    firstEvent = events.size();
  }

  /** Something else answers at a path. */
  public void fault(String path, Fault fault) {
    faults.put(path, fault);
  }

  /** The feed answers there again. */
  public void heal(String path) {
    faults.remove(path);
  }

  /** A fault: a status. */
  public static Fault status(int status) {
    return exchange -> {
      exchange.sendResponseHeaders(status, -1);
    };
  }

  /** A fault: another document. */
  public static Fault document(String type, String text) {
    return exchange -> TestPeer.answer(exchange, 200, type, text);
  }

  /** A document in Turtle with the prefixes of the feed. */
  public static Fault turtle(String text) {
    return document("text/turtle", PREFIXES + text);
  }

  private void handle(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    asked.add(path);
    Fault fault = faults.getOrDefault(path, faults.get("*"));
    if (fault != null) {
      fault.answer(exchange);
    } else {
      answer(exchange, path);
    }
  }

  /** Answers as the feed does. */
  public void answer(HttpExchange exchange, String path) throws IOException {
    String text;
    synchronized (this) {
      text = text(exchange, path);
    }
    if (text == null) {
      exchange.sendResponseHeaders(404, -1);
    } else if (text.isEmpty()) {
      exchange.getResponseHeaders().add("Location", pageUri(0));
      exchange.sendResponseHeaders(302, -1);
    } else {
      TestPeer.answer(exchange, 200, "text/turtle", PREFIXES + text);
    }
  }

  private @Nullable String text(HttpExchange exchange, String path) {
    if (path.equals("/trs")) {
      return head();
    }
    if (path.equals("/trs/base")) {
      return "";
    }
    String pages = "/trs/base/" + generation + "/";
    if (path.startsWith(pages)) {
      return page(exchange, Integer.parseInt(path.substring(pages.length())));
    }
    if (path.startsWith("/trs/log/")) {
      return segment(Integer.parseInt(path.substring("/trs/log/".length())));
    }
    return artifacts.get(path);
  }

  private String pageUri(int number) {
    return uri("/trs/base/" + generation + "/" + number);
  }

  private List<Event> kept() {
    return events.subList(firstEvent, events.size());
  }

  private String head() {
    List<Event> kept = kept();
    int inline = kept.isEmpty() ? 0 : (kept.size() - 1) % segmentSize + 1;
    int segments = (kept.size() - inline) / segmentSize;
    return "<%s> a trs:TrackedResourceSet ; trs:base <%s> ; trs:changeLog <%s#log> .%n"
            .formatted(trs(), uri("/trs/base"), trs())
        + log(trs() + "#log", kept.subList(kept.size() - inline, kept.size()), segments);
  }

  private String segment(int number) {
    List<Event> kept = kept();
    int from = (number - 1) * segmentSize;
    List<Event> part = new ArrayList<>(kept.subList(from, from + segmentSize));
    if (number == 1) {
      part.addAll(oldest);
    }
    return log(uri("/trs/log/" + number), part, number - 1);
  }

  private String log(String uri, List<Event> part, int previous) {
    StringBuilder text = new StringBuilder("<%s> a trs:ChangeLog .%n".formatted(uri));
    if (previous > 0) {
      text.append("<%s> trs:previous <%s> .%n".formatted(uri, uri("/trs/log/" + previous)));
    }
    for (Event event : part) {
      text.append("<%s> trs:change <%s> .%n".formatted(uri, event.uri()));
      text.append(
          "<%s> a trs:%s ; trs:changed <%s> ; trs:order %d .%n"
              .formatted(event.uri(), event.kind(), event.changed(), event.order()));
    }
    return text.toString();
  }

  private String page(HttpExchange exchange, int number) {
    int from = Math.min(members.size(), number * pageSize);
    int to = Math.min(members.size(), from + pageSize);
    StringBuilder text = new StringBuilder();
    String base = uri("/trs/base");
    text.append("<%s> a trs:Base, ldp:DirectContainer .%n".formatted(base));
    if (number == 0) {
      text.append("<%s> trs:cutoffEvent <%s> .%n".formatted(base, cutoff));
    }
    text.append(
        members.subList(from, to).stream()
            .map(member ->
                "<%s> %s <%s> ."
                    .formatted(base, isLinkPaging ? "ldp:member" : "rdfs:member", member))
            .collect(Collectors.joining("\n")));
    if (to < members.size()) {
      if (isLinkPaging) {
        exchange
            .getResponseHeaders()
            .add("Link", "<%s>; rel=\"next\"".formatted(pageUri(number + 1)));
        exchange.getResponseHeaders().add("Link", "<http://www.w3.org/ns/ldp#Page>; rel=\"type\"");
      } else {
        text.append("%n<%s> ldp:nextPage <%s> .".formatted(pageUri(number), pageUri(number + 1)));
      }
    } else if (!isLinkPaging) {
      text.append(
          "%n<%s> ldp:nextPage <http://www.w3.org/1999/02/22-rdf-syntax-ns#nil> ."
              .formatted(pageUri(number)));
    }
    return text.toString();
  }

  @Override
  public void close() {
    server.close();
  }

  /** Waits for a latch, long enough for any machine. */
  public static void await(CountDownLatch latch) {
    try {
      latch.await(10, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Sleeps. */
  public static void pause(int millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
