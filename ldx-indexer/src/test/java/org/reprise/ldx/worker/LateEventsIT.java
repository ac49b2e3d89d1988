package org.reprise.ldx.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.reprise.ldx.LdxClient;
import org.reprise.ldx.LdxServer;
import org.reprise.ldx.TestFeed;
import tools.jackson.databind.JsonNode;

/** Events whose order comes late are read all the same. */
class LateEventsIT {
  private final LdxClient client = LdxServer.shared().client();
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
  void findsLateEvent() {
    feed.rebase();
    int id = client.add(feed);
    client.awaitCurrent(id);
    feed.event("Creation", feed.store(1, "one", 500), 10);
    feed.event("Creation", feed.store(2, "two", 500), 20);
    client.poll(id);
    feed.event("Creation", feed.store(3, "late", 500), 15);
    client.poll(id);
    assertThat(client.linksTo(TestFeed.requirement(500))).hasSize(3);
    assertThat(client.source(id).path("syncOrder").asString("")).isEqualTo("20");
  }

  @Test
  void findsLateEventRightAfterBase() {
    feed.event("Creation", feed.store(1, "one", 510), 10);
    feed.event("Creation", feed.store(2, "two", 510), 20);
    feed.rebase();
    int id = client.add(feed);
    client.awaitCurrent(id);
    feed.event("Creation", feed.store(3, "late", 510), 15);
    client.poll(id);
    assertThat(client.linksTo(TestFeed.requirement(510))).hasSize(3);
  }

  @Test
  void findsLateEventInSegmentBeforeSyncPoint() {
    AtomicInteger unchanged = new AtomicInteger();
    feed.tagged("/trs", unchanged);
    feed.tagged("/trs/log/1", unchanged);
    feed.rebase();
    int id = client.add(feed);
    client.awaitCurrent(id);
    for (int item = 1; item <= 6; item++) {
      feed.event("Creation", feed.store(item, "item", 530), 10 * item);
    }
    client.poll(id);
    long bases = feed.asked("/trs/base");
    feed.eventBefore(4, "Creation", feed.store(7, "late", 530), 25);
    client.poll(id);
    assertThat(client.linksTo(TestFeed.requirement(530))).hasSize(7);
    assertThat(client.source(id).path("syncOrder").asString("")).isEqualTo("60");
    assertThat(feed.asked("/trs/base")).isEqualTo(bases);
    unchanged.set(0);
    feed.event("Creation", feed.store(8, "next", 530), 70);
    client.poll(id);
    assertThat(client.linksTo(TestFeed.requirement(530))).hasSize(8);
    assertThat(unchanged).as("the older segment is not read again").hasValue(1);
  }

  @Test
  void findsLateEventWhileNewestPartIsUnchanged() {
    AtomicInteger unchanged = new AtomicInteger();
    feed.tagged("/trs", unchanged);
    feed.tagged("/trs/log/1", unchanged);
    feed.rebase();
    int id = client.add(feed);
    client.awaitCurrent(id);
    for (int item = 1; item <= 6; item++) {
      feed.event("Creation", feed.store(item, "item", 540), 10 * item);
    }
    client.poll(id);
    client.poll(id);
    feed.eventInOldestPart("Creation", feed.store(7, "late", 540), 25);
    client.poll(id);
    assertThat(client.linksTo(TestFeed.requirement(540))).hasSize(7);
    unchanged.set(0);
    long heads = feed.asked("/trs");
    client.poll(id);
    assertThat(feed.asked("/trs")).isEqualTo(heads + 1);
    assertThat(unchanged).as("both parts").hasValue(2);
  }

  @Test
  void lateDeletionKeepsRecreatedResource() {
    feed.rebase();
    int id = client.add(feed);
    client.awaitCurrent(id);
    String one = feed.store(1, "one", 520);
    String two = feed.store(2, "two", 520);
    feed.event("Creation", one, 5);
    feed.event("Creation", two, 10);
    feed.event("Creation", one, 20);
    client.poll(id);
    assertThat(client.linksTo(TestFeed.requirement(520))).hasSize(2);
    feed.event("Deletion", one, 15);
    feed.remove(two);
    feed.event("Deletion", two, 17);
    long bases = feed.asked("/trs/base");
    client.poll(id);
    assertThat(feed.asked("/trs/base")).as("the base is not read again for it").isEqualTo(bases);
    assertThat(client.linksTo(TestFeed.requirement(520))).containsExactly(implementer(1));
    assertThat(client.source(id).path("skipped").asInt()).isZero();
  }
}
