package org.reprise.ldx.worker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.reprise.ldx.LdxClient;
import org.reprise.ldx.LdxServer;
import org.reprise.ldx.TestFeed;
import tools.jackson.databind.JsonNode;

/**
 * Documents in the form in which the TRS server of Eclipse Lyo 4.0.0 wrote them: events with {@code
 * urn:uuid} names and {@code xsd:int} orders, a change log without a name, ends written as {@code
 * ()}, members by {@code rdfs:member} of a container that its page names.
 */
class LyoFeedIT {
  private final LdxClient client = LdxServer.shared().client();
  private final TestFeed feed = TestFeed.start();
  private int id;

  @AfterEach
  void stop() {
    client.delete("/ldx/data-sources/" + id);
    feed.close();
  }

  private void serve(String path, String text) {
    feed.fault(path, TestFeed.turtle(text.replace("http://lyo.test", feed.uri(""))));
  }

  private static String event(String name, String resource, int order) {
    return """
    <urn:uuid:%s> a trs:Creation ; trs:changed <http://lyo.test/resource/%s> ;
      trs:order "%d"^^<http://www.w3.org/2001/XMLSchema#int> .
    """
        .formatted(name, resource, order);
  }

  @Test
  void indexesFeedOfLyoServer() {
    for (String name :
        new String[] {"first1", "first2", "first3", "first4", "first5", "n0", "n1", "n2", "n3"}) {
      serve(
          "/resource/" + name,
          "<http://lyo.test/resource/%s> <%s> <%s> ."
              .formatted(name, TestFeed.IMPLEMENTS, TestFeed.requirement(2_000)));
    }
    serve(
        "/trs",
        event("e4", "n3", 4)
            + event("e3", "n2", 3)
            + """
            <http://lyo.test/trs> a trs:TrackedResourceSet ; trs:base <http://lyo.test/trs/base> ;
              trs:changeLog [ a trs:ChangeLog ; trs:change <urn:uuid:e4>, <urn:uuid:e3> ;
                trs:previous <http://lyo.test/trs/changelog/1> ] .
            """);
    serve(
        "/trs/changelog/1",
        """
        <http://lyo.test/trs/changelog/1> a trs:ChangeLog ;
          trs:change <urn:uuid:e2>, <urn:uuid:e1> ; trs:previous () .
        """
            + event("e1", "n0", 1)
            + event("e2", "n1", 2));
    feed.fault(
        "/trs/base",
        exchange -> {
          exchange.getResponseHeaders().add("Location", feed.uri("/trs/base/1"));
          exchange.sendResponseHeaders(303, -1);
        });
    serve(
        "/trs/base/1",
        """
        <http://lyo.test/trs/base/1> a ldp:Page ; ldp:nextPage <http://lyo.test/trs/base/2> ;
          ldp:pageOf <http://lyo.test/trs/base> .
        <http://lyo.test/trs/base> a ldp:Container ; rdfs:member <http://lyo.test/resource/first3>,
          <http://lyo.test/resource/first2>, <http://lyo.test/resource/first1> ;
          trs:cutoffEvent () .
        """);
    serve(
        "/trs/base/2",
        """
        <http://lyo.test/trs/base> a ldp:Container ; rdfs:member <http://lyo.test/resource/first5>,
          <http://lyo.test/resource/first4> ; trs:cutoffEvent () .
        <http://lyo.test/trs/base/2> a ldp:Page ; ldp:nextPage () ;
          ldp:pageOf <http://lyo.test/trs/base> .
        """);
    id = client.add(feed);
    JsonNode source = client.awaitCurrent(id);
    assertThat(client.linksTo(TestFeed.requirement(2_000))).hasSize(9);
    assertThat(source.path("skipped").asInt()).isZero();
    assertThat(source.path("syncEvent").asString("")).isEqualTo("urn:uuid:e4");
    JsonNode row = client.get("/ldx/data-sources/" + id + "/history").json().get(0);
    assertThat(row.path("poll").path("warning").isMissingNode()).isTrue();
    // An empty set, as a fresh server has it, names no change log.
    serve(
        "/trs",
        "<http://lyo.test/trs> a trs:TrackedResourceSet ; trs:base <http://lyo.test/trs/base> .");
    assertThat(client.poll(id).path("failure").isMissingNode()).isTrue();
  }
}
