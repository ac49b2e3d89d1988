package org.reprise.ldx.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.jena.graph.Triple;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reprise.kit.limits.ByteBudget;
import org.reprise.ldx.LdxClient;
import org.reprise.ldx.LdxServer;
import org.reprise.ldx.TestFeed;
import org.reprise.ldx.rdf.RdfReader;
import org.reprise.ldx.rdf.UnreadableRdf;
import org.reprise.ldx.rdf.UriKey;
import org.reprise.ldx.rdf.Vocabulary;
import org.reprise.oslc.rdf.RdfFormat;

/** Answers from rows that this instance did not write. */
class StoredLinksIT {
  private final LdxServer server = LdxServer.shared();
  private final LdxClient client = server.client();
  private final TestFeed feed = TestFeed.start();
  private int id;

  @BeforeEach
  void index() {
    feed.event("Creation", feed.store(1, "one", 79));
    id = client.add(feed);
    client.awaitCurrent(id);
  }

  @AfterEach
  void stop() {
    client.delete("/ldx/data-sources/" + id);
    feed.close();
  }

  @Test
  void findsLinksOfTypeAddedByOtherInstance() {
    String key = "(select id from uri where value = '%s')";
    server.execute("insert into link_type (uri) values ('http://types.test/#later')");
    server.execute(
        "insert into link select %s, '%s', %d, (select max(id) from link_type)"
            .formatted(
                key.formatted(feed.uri("/ccm/resource/1")),
                UriKey.of(TestFeed.requirement(78)),
                id));
    assertThat(client.linksTo(TestFeed.requirement(78)))
        .containsExactly(feed.uri("/ccm/resource/1") + " later");
  }

  @Test
  void answersTitleWithAnyCharacters() throws UnreadableRdf {
    feed.event("Creation", feed.store(2, "two\\u0000\\u0001\\uFFFF", 80));
    client.poll(id);
    LdxClient.Answer answer =
        client
            .with("Accept", "application/rdf+xml")
            .post(
                "/discover-links",
                "text/turtle",
                "@prefix l: <http://open-services.net/ns/ldm#> . [] l:resources <%s> ; l:additionalProperties <%s> ."
                    .formatted(TestFeed.requirement(80), Vocabulary.TITLE));
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    List<Triple> triples = new ArrayList<>();
    RdfReader.read(
        answer.response().body(), RdfFormat.RDF_XML, "http://base.test/", 10, triples::add);
    assertThat(triples).hasSize(2);
  }

  /** As clients of OSLC 2.0 write titles. */
  @Test
  void answersTextOfXmlTitle() {
    String item = feed.store(3, "three", 81);
    feed.fault(
        "/ccm/resource/3",
        TestFeed.document(
            "application/rdf+xml",
            """
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
                xmlns:dcterms="http://purl.org/dc/terms/" xmlns:cm="http://open-services.net/ns/cm#">
              <cm:ChangeRequest rdf:about="%s">
                <dcterms:title rdf:parseType="Literal">Bolts &amp; <b>nuts</b></dcterms:title>
                <cm:implementsRequirement rdf:resource="%s"/>
              </cm:ChangeRequest>
            </rdf:RDF>
            """
                .formatted(item, TestFeed.requirement(81))));
    feed.event("Creation", item);
    client.poll(id);
    assertThat(
            client
                .get("/ldx/links?titles=true&resource=" + TestFeed.requirement(81))
                .json()
                .at("/links/0/sourceTitle")
                .asString(""))
        .isEqualTo("Bolts & nuts");
  }

  @Test
  void returnsLargeAnswerWhole() {
    String row = "md5('large ' || n)::uuid";
    String of = " from generate_series(1, 6000) n";
    server.execute("insert into uri select " + row + ", 'http://large.test/' || n" + of);
    server.execute(
        "insert into artifact (uri, data_source, generation, concept) select %1$s, %2$d, 1, %1$s"
                .formatted(row, id)
            + of);
    server.execute(
        "insert into link select %s, '%s', %d, (select min(id) from link_type)"
                .formatted(row, UriKey.of(TestFeed.requirement(77)), id)
            + of);
    LdxClient.Answer answer =
        client
            .with("Accept", "text/turtle")
            .post(
                "/discover-links",
                "text/turtle",
                "@prefix l: <http://open-services.net/ns/ldm#> . [] l:resources <%s> ."
                    .formatted(TestFeed.requirement(77)));
    assertThat(answer.body().lines().filter(line -> line.contains("http://large.test/")))
        .hasSize(6_000);
    assertThat(client.linksTo(TestFeed.requirement(77))).hasSize(6_000);
    ByteBudget budget = server.part(ByteBudget.class);
    Awaitility.await().until(() -> budget.held() == 0);
    try (ByteBudget.Share others = budget.share()) {
      others.cover(budget.size());
      LdxClient.Answer refused = client.get("/ldx/links?resource=" + TestFeed.requirement(77));
      assertThat(refused.status()).as("while others fill the memory").isEqualTo(503);
      assertThat(refused.header("Retry-After")).isNotEmpty();
    }
    Awaitility.await().until(() -> budget.held() == 0);
  }
}
