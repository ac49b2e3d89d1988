package org.reprise.ldx;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
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
  void aComparisonNamesWhatIsMissingExtraAndStale() {
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
  void whatChangesDuringAComparisonIsNotStale() {
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

  private JsonNode validated(int id) {
    client.act(id, "VALIDATE");
    return client.get("/ldx/data-sources/" + id + "/validation").json();
  }
}
