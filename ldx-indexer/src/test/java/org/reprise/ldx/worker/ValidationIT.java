package org.reprise.ldx.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.reprise.ldx.LdxClient;
import org.reprise.ldx.LdxServer;
import org.reprise.ldx.TestFeed;
import tools.jackson.databind.JsonNode;

/** What a comparison of a feed with the index finds. */
class ValidationIT {
  private final LdxServer server = LdxServer.shared();
  private final LdxClient client = server.client();
  private final TestFeed feed = TestFeed.start();

  @AfterEach
  void stop() {
    for (JsonNode source : client.get("/ldx/data-sources").json()) {
      client.delete("/ldx/data-sources/" + source.path("id").asInt());
    }
    feed.close();
  }

  private String implementer(int id) {
    return feed.uri("/ccm/resource/" + id) + " implementsRequirement";
  }

  @Test
  void comparisonListsMissingExtraAndStale() {
    for (int item = 1; item <= 5; item++) {
      feed.event("Creation", feed.store(item, "item", 900));
    }
    int id = client.add(feed);
    client.awaitCurrent(id);
    JsonNode same = validated(id);
    assertThat(same.path("members").asInt()).isEqualTo(5);
    assertThat(same.path("missing").asInt() + same.path("extra").asInt()).isZero();
    assertThat(same.path("stale").asInt()).isZero();
    // Changed behind the back of the log.
    feed.store(1, "item", 901);
    server.execute(
        "delete from artifact where data_source = %d and uri = (select id from uri where value = '%s')"
            .formatted(id, feed.uri("/ccm/resource/2")));
    server.execute(
        "insert into uri values ('00000000-0000-0000-0000-000000000001', 'http://nobody.test/1')");
    server.execute(
        "insert into artifact (uri, data_source, generation, concept) values"
            + " ('00000000-0000-0000-0000-000000000001', %d, 1,".formatted(id)
            + " '00000000-0000-0000-0000-000000000001')");
    JsonNode found = validated(id);
    assertThat(found.path("missing").asInt()).isEqualTo(1);
    assertThat(found.path("extra").asInt()).isEqualTo(1);
    assertThat(found.path("stale").asInt()).isEqualTo(1);
    assertThat(found.path("failed").asInt()).as("an origin that is not asked").isEqualTo(1);
    assertThat(found.path("examples").path("missing").get(0).asString(""))
        .isEqualTo(feed.uri("/ccm/resource/2"));
    server.execute("delete from artifact where uri = '00000000-0000-0000-0000-000000000001'");
    server.execute("delete from uri where value = 'http://nobody.test/1'");
  }

  @Test
  void ignoresChangesDuringComparison() {
    String changing = feed.store(1, "item", 910);
    feed.event("Creation", changing);
    feed.event("Creation", feed.store(2, "item", 910));
    int id = client.add(feed);
    client.awaitCurrent(id);
    feed.fault(
        "/ccm/resource/1",
        exchange -> {
          feed.heal("/ccm/resource/1");
          feed.store(1, "item", 911);
          feed.event("Modification", changing);
          feed.answer(exchange, "/ccm/resource/1");
        });
    JsonNode found = validated(id);
    assertThat(found.path("members").asInt()).isEqualTo(2);
    assertThat(found.path("stale").asInt()).isZero();
    client.poll(id);
    assertThat(client.linksTo(TestFeed.requirement(911))).containsExactly(implementer(1));
  }

  /** More than a comparison keeps in memory. */
  @Test
  void listsNamesOfManyMembers() {
    String missing = feed.store(1, "missing", 920);
    String skipped = feed.store(2, "skipped", 920);
    String changing = feed.store(3, "changing", 920);
    feed.event("Creation", missing);
    feed.event("Creation", skipped);
    feed.fault("/ccm/resource/2", TestFeed.document("text/turtle", "this is no turtle"));
    int id = client.add(feed);
    client.awaitCurrent(id);
    server.execute("delete from artifact where data_source = " + id);
    server.execute(
        """
        insert into uri (id, value)
          select encode(substring(sha256(convert_to(value, 'UTF8')) for 16), 'hex')::uuid, value
          from (select 'urn:m:' || n as value from generate_series(0, 10999) n) members;
        insert into artifact (uri, data_source, generation, concept)
          select id, %d, 1, id from uri where value like 'urn:m:%%';
        """
            .formatted(id));
    for (int page = 0; page < 11; page++) {
      feed.fault("/trs/base" + (page == 0 ? "" : "/" + page), members(page));
    }
    feed.fault(
        "/trs/base/11",
        exchange -> {
          feed.heal("/trs/base/11");
          feed.event("Creation", changing);
          TestFeed.turtle(
                  "<%s> ldp:member <%s>, <%s>, <%s> ."
                      .formatted(feed.uri("/trs/base"), missing, skipped, changing))
              .answer(exchange);
        });
    JsonNode found = validated(id);
    server.execute("delete from artifact where data_source = " + id);
    server.execute("delete from uri where value like 'urn:m:%'");
    assertThat(found.path("members").asInt()).isEqualTo(11_003);
    assertThat(found.path("missing").asInt()).as(found.path("examples").toString()).isEqualTo(1);
    assertThat(found.path("examples").path("missing").get(0).asString("")).isEqualTo(missing);
    assertThat(found.path("extra").asInt()).isZero();
  }

  private TestFeed.Fault members(int page) {
    String base = feed.uri("/trs/base");
    return TestFeed.turtle(
        IntStream.range(1_000 * page, 1_000 * (page + 1))
            .mapToObj("<urn:m:%d>"::formatted)
            .collect(
                Collectors.joining(
                    ",",
                    "<%s> a trs:Base ; ldp:member ".formatted(base),
                    " . <%1$s/%2$d> ldp:nextPage <%1$s/%3$d> .".formatted(base, page, page + 1))));
  }

  @Test
  void excludesComparisonFromPollDuration() {
    feed.event("Creation", feed.store(1, "item", 930));
    int id = client.add(feed);
    client.awaitCurrent(id);
    AtomicLong during = new AtomicLong(-1);
    // The poll has nothing to read: it is asked for by the comparison.
    feed.fault(
        "/ccm/resource/1",
        exchange -> {
          feed.heal("/ccm/resource/1");
          during.set(millis(id));
          feed.answer(exchange, "/ccm/resource/1");
        });
    assertThat(validated(id).path("members").asInt()).isEqualTo(1);
    assertThat(millis(id)).isEqualTo(during.get());
  }

  private long millis(int id) {
    JsonNode history = client.get("/ldx/data-sources/" + id + "/history").json();
    return history.get(0).path("poll").path("millis").asLong();
  }

  private JsonNode validated(int id) {
    client.act(id, "VALIDATE");
    return client.get("/ldx/data-sources/" + id + "/validation").json();
  }
}
