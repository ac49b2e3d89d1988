package org.reprise.ldx.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.reprise.ldx.LdxClient;
import org.reprise.ldx.NarrowServer;
import org.reprise.ldx.TestFeed;
import org.reprise.ldx.rdf.UriKey;
import tools.jackson.databind.JsonNode;

/** Answers of a service with narrow limits, and with link types of its own. */
class LimitsIT extends NarrowServer {
  @Test
  void countsLinkOfManyVersionsOnce() {
    for (int version = 1; version <= 20; version++) {
      String uri = feed.version(1, version);
      feed.event("Creation", uri);
      feed.fault(
          "/qm/version/1." + version,
          TestFeed.turtle(
              "<%1$s> dcterms:isVersionOf <%2$s> . <%2$s> <%3$s> <%4$s> ."
                  .formatted(
                      uri,
                      feed.uri("/qm/resource/1"),
                      TestFeed.IMPLEMENTS,
                      TestFeed.requirement(4))));
    }
    client.awaitCurrent(client.add(feed));
    assertThat(client.linksTo(TestFeed.requirement(4))).hasSize(1);
    // This service answers the links of all versions without a configuration context, too.
    LdxClient.Answer discovered =
        client.post(
            "/discover-links",
            "text/turtle",
            """
            @prefix oslc_ldm: <http://open-services.net/ns/ldm#> .
            [] a oslc_ldm:LinkDiscoveryRequest ; oslc_ldm:resources <%s>, <%s> .
            """
                .formatted(TestFeed.requirement(4), feed.uri("/qm/resource/1")));
    assertThat(discovered.status()).as(discovered.toString()).isEqualTo(200);
    assertThat(discovered.body()).contains(feed.uri("/qm/resource/1"));
  }

  @Test
  void readsLinkTypesFromFile() {
    String resource = feed.uri("/ccm/resource/1");
    feed.event("Creation", resource);
    feed.fault(
        "/ccm/resource/1",
        TestFeed.turtle(
            "<%1$s> <http://types.test/#needs> <%2$s> ; <http://types.test/#other> <%2$s> ."
                .formatted(resource, TestFeed.requirement(9))));
    client.awaitCurrent(client.add(feed));
    JsonNode links =
        client
            .get(
                "/ldx/links?predicate=http://types.test/%23neededBy&resource="
                    + TestFeed.requirement(9))
            .json()
            .path("links");
    assertThat(links.size()).isEqualTo(1);
    assertThat(links.get(0).path("predicate").asString("")).isEqualTo("http://types.test/#needs");
    assertThat(links.get(0).path("inverse").asString("")).isEqualTo("http://types.test/#neededBy");
    assertThat(links.get(0).path("inverseLabel").asString("")).isEqualTo("needed by");
    assertThat(client.linksTo(TestFeed.requirement(9))).containsExactly(resource + " needs");
  }

  @Test
  void refusesAnswerOverLimit() {
    for (int item = 1; item <= 6; item++) {
      feed.store(item, "item", item == 6 ? 8 : 7, 8);
    }
    feed.rebase();
    client.awaitCurrent(client.add(feed));
    assertThat(client.linksTo(TestFeed.requirement(7))).hasSize(5);
    LdxClient.Answer refused = client.get("/ldx/links?resource=" + TestFeed.requirement(8));
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.body()).contains("LimitReached", "Limit = 5");
  }

  /** A query reads versions, of which there may be far more than links in its answer. */
  @Test
  void refusesLinkWithMoreVersionsThanQueryReads() {
    feed.event("Creation", feed.store(1, "item", 11));
    int id = client.add(feed);
    client.awaitCurrent(id);
    String row = "md5('version ' || n)::uuid";
    String versions = " from generate_series(1, 100) n";
    UUID concept = UriKey.of(feed.uri("/ccm/resource/1"));
    server.execute(
        "insert into artifact (uri, data_source, generation, concept) select %s, %d, 1, '%s'"
                .formatted(row, id, concept)
            + versions);
    server.execute(
        "insert into link select %s, '%s', %d, (select min(id) from link_type)"
                .formatted(row, UriKey.of(TestFeed.requirement(10)), id)
            + versions);
    LdxClient.Answer refused = client.get("/ldx/links?resource=" + TestFeed.requirement(10));
    assertThat(refused.status()).as(refused.toString()).isEqualTo(400);
    assertThat(refused.body()).contains("LimitReached", "Limit = 5");
    assertThat(client.linksTo(TestFeed.requirement(11))).hasSize(1);
  }
}
