package org.reprise.ldx.worker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.reprise.ldx.NarrowServer;
import org.reprise.ldx.TestFeed;
import tools.jackson.databind.JsonNode;

/** How the reading of feeds ends at narrow limits. */
class LimitsIT extends NarrowServer {
  @Test
  void countsRepeatedSkipOnce() {
    for (int item = 1; item <= 4; item++) {
      feed.store(item, "item", 1);
      feed.fault("/ccm/resource/" + item, TestFeed.status(500));
    }
    feed.heal("/ccm/resource/4");
    feed.rebase();
    int id = client.add(feed);
    assertThat(client.awaitCurrent(id).path("skipped").asInt()).isEqualTo(3);
    server.execute("update skipped set next_try = now()");
    assertThat(client.poll(id).path("failure").isMissingNode()).isTrue();
    assertThat(client.source(id).path("skipped").asInt()).isEqualTo(3);
    feed.fault("/ccm/resource/4", TestFeed.status(500));
    feed.event("Modification", feed.uri("/ccm/resource/4"));
    assertThat(client.poll(id).path("failure").asString("")).contains("more than 3");
    assertThat(client.linksTo(TestFeed.requirement(1))).as("it stays as it was").hasSize(1);
    feed.heal("/ccm/resource/1");
    feed.heal("/ccm/resource/4");
    server.execute("update skipped set next_try = now()");
    assertThat(client.poll(id).path("failure").isMissingNode()).isTrue();
    assertThat(client.linksTo(TestFeed.requirement(1))).hasSize(2);
  }

  @Test
  void indexesBaseWithMoreGoneMembersThanMayBeSkipped() {
    for (int item = 1; item <= 20; item++) {
      feed.store(item, "item", 3);
    }
    feed.sizes(4, 4).rebase();
    for (int item = 1; item <= 15; item++) {
      feed.remove(feed.uri("/ccm/resource/" + item));
      if (item <= 10) {
        feed.event("Deletion", feed.uri("/ccm/resource/" + item));
      }
    }
    feed.fault("/ccm/resource/20", TestFeed.status(500));
    int id = client.add(feed);
    JsonNode source = client.awaitCurrent(id);
    assertThat(source.path("failure").isMissingNode()).as(source.toString()).isTrue();
    assertThat(client.linksTo(TestFeed.requirement(3))).hasSize(4);
    assertThat(source.path("skipped").asInt()).isBetween(1, 8);
  }

  @Test
  void boundsRejectedEvents() {
    StringBuilder log =
        new StringBuilder(
            "<%s> a trs:TrackedResourceSet ; trs:base <%s> ; trs:changeLog <urn:log> .\n"
                .formatted(feed.trs(), feed.uri("/trs/base")));
    for (int event = 1; event <= 5; event++) {
      log.append(
          "<urn:log> trs:change <urn:e%1$d> . <urn:e%1$d> trs:changed <http://a.test/%1$d> .\n"
              .formatted(event));
    }
    feed.fault("/trs", TestFeed.turtle(log.toString()));
    int id = client.add(feed);
    JsonNode source = client.await(id, one -> !one.path("failure").asString("").isEmpty());
    assertThat(source.path("failure").asString("")).contains("more than 3");
    assertThat(source.path("skipped").asInt()).isLessThanOrEqualTo(3);
  }

  @Test
  void becomesCurrentWithMoreEventsThanTheLimit() {
    feed.event("Creation", feed.store(1, "item", 2));
    feed.rebase();
    for (int item = 2; item <= 40; item++) {
      feed.event("Creation", feed.store(item, "item", 1_000 + item));
    }
    feed.event("Deletion", feed.uri("/ccm/resource/3"));
    feed.event("Modification", feed.store(2, "item", 2));
    int id = client.add(feed);
    JsonNode source = client.awaitCurrent(id);
    assertThat(source.path("failure").isMissingNode()).as(source.toString()).isTrue();
    assertThat(source.path("syncOrder").asInt()).isEqualTo(42);
    assertThat(feed.asked("/trs/base")).isEqualTo(1);
    assertThat(client.linksTo(TestFeed.requirement(2))).hasSize(2);
    assertThat(client.linksTo(TestFeed.requirement(1_003))).isEmpty();
    assertThat(client.linksTo(TestFeed.requirement(1_040))).hasSize(1);
    for (int item = 51; item <= 90; item++) {
      feed.event("Creation", feed.store(item, "item", 1_000 + item));
    }
    client.poll(id);
    assertThat(client.source(id).path("syncOrder").asInt()).isEqualTo(82);
    assertThat(feed.asked("/trs/base")).as("the base is not read again").isEqualTo(1);
    assertThat(client.act(id, "VALIDATE").path("failure").isMissingNode()).isTrue();
    JsonNode found = client.get("/ldx/data-sources/" + id + "/validation").json();
    assertThat(found.path("members").asInt()).as(found.toString()).isEqualTo(79);
    assertThat(found.path("missing").asInt() + found.path("extra").asInt()).isZero();
  }
}
