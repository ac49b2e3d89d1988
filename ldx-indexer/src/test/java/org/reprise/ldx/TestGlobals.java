package org.reprise.ldx;

import java.util.concurrent.atomic.AtomicInteger;

/** Global configurations on a test's server, whose documents are as gc-service writes them. */
public final class TestGlobals implements AutoCloseable {
  private final TestFeed server = TestFeed.start();
  private final AtomicInteger revision = new AtomicInteger();
  private final AtomicInteger unchanged = new AtomicInteger();
  private volatile boolean isAway;

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

  /** The server, with its feed. */
  public TestFeed server() {
    return server;
  }

  /** Returns the number of conditional requests for what had not changed. */
  public int unchanged() {
    return unchanged.get();
  }

  /** Its URI. */
  public String uri(int id) {
    return server.uri(path(id));
  }

  private static String path(int id) {
    return "/gc/configuration/" + id;
  }

  /** Returns the number of requests for a configuration. */
  public long asked(int id) {
    return server.asked(path(id));
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
    StringBuilder text = new StringBuilder();
    text.append(
        """
        <%1$s> a oslc_config:Configuration, oslc_config:%2$s ; dcterms:title "Global %3$d" ;
          oslc_config:component <%4$s> ; oslc_config:accepts oslc_config:Configuration ;
          oslc_config:acceptedBy oslc_config:Configuration ;
          oslc_config:selections <%1$s/selections> ; gc:resolvesTo <%1$s#r1> .
        <%1$s#r1> oslc_config:configuration <%1$s> ; oslc_config:component <%4$s> ; gc:position 1 .
        """
            .formatted(uri(id), kind, id, server.uri("/gc/component/1")));
    int n = 1;
    for (Entry entry : entries) {
      n++;
      text.append(
          """
          <%1$s> oslc_config:contribution <%1$s#c%2$d> ; gc:resolvesTo <%1$s#r%2$d> .
          <%1$s#c%2$d> a oslc_config:Contribution ; oslc_config:configuration <%3$s> ;
            oslc_config:contributionOrder "%2$04d" .
          <%1$s#r%2$d> oslc_config:configuration <%3$s> ; oslc_config:component <%4$s> ;
            gc:position %2$d %5$s .
          """
              .formatted(
                  uri(id),
                  n,
                  entry.configuration(),
                  entry.component(),
                  entry.isSkew() ? "; gc:skew true" : ""));
    }
    String etag = "\"%d-t\"".formatted(revision.incrementAndGet());
    TestFeed.Fault document = TestFeed.turtle(text.toString());
    server.fault(
        path(id),
        exchange -> {
          if (isAway) {
            TestFeed.status(503).answer(exchange);
            return;
          }
          exchange.getResponseHeaders().set("ETag", etag);
          if (etag.equals(exchange.getRequestHeaders().getFirst("If-None-Match"))) {
            unchanged.incrementAndGet();
            exchange.sendResponseHeaders(304, -1);
          } else {
            document.answer(exchange);
          }
        });
    return uri(id);
  }

  /** A component, as a document of the server tells it; returns its URI. */
  public String component(int id) {
    String path = "/gc/component/" + id;
    server.fault(
        path,
        TestFeed.turtle(
            "<%1$s> a oslc_config:Component ; dcterms:title \"Component\" ; oslc_config:configurations <%1$s/configurations> ."
                .formatted(server.uri(path))));
    return server.uri(path);
  }

  /** Makes it answer 503 to everything, or no longer. */
  public void isAway(boolean away) {
    isAway = away;
    if (away) {
      server.fault("*", TestFeed.status(503));
    } else {
      server.heal("*");
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
