package org.reprise.ebms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A reader of events misses none, in whatever order transactions end, and after a recovery. */
class EventsIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final EbmsServer SERVER = EbmsServer.shared();

  @Test
  void tellsThatMessageWasReceivedAndDelivered() {
    SERVER.agree(Cpas.named("api-events").alphaAt(SERVER.ebms()).betaAt(SERVER.ebms()));
    String id = Messages.freshId();
    String order = EbmsClient.order("api-events", id);
    assertThat(SERVER.client().json("POST", "/api/v1/messages", order).status()).isEqualTo(202);
    await().atMost(LIMIT).until(() -> read("0.0.0", id).size() == 2);
    assertThat(read("0.0.0", id))
        .extracting(event -> event.get("kind").asString())
        .containsExactlyInAnyOrder("received", "delivered");
  }

  @Test
  void waitsForTransactionThatBeganEarlier() throws SQLException {
    SERVER.agree(Cpas.named("overtaking").acknowledgingInResponse());
    String early = Messages.freshId();
    String late = Messages.freshId();
    try (Connection connection = SERVER.database().connect();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute(
          """
          insert into message_event (origin, kind, message_id, cpa_id, service, action)
          select number, 'RECEIVED', '%s', 'c', 's', 'a' from event_origin\
          """
              .formatted(early));
      assertThat(SERVER.client().message(Messages.order("overtaking", late)).status())
          .isEqualTo(200);
      assertThat(events("0.0.0", early, late)).isEmpty();
      connection.commit();
    }
    await().atMost(LIMIT).until(() -> events("0.0.0", late).size() == 1);
    assertThat(events("0.0.0", early, late)).containsExactly(early, late);
  }

  @Test
  void readerOfEventsGoesOnAfterRestoredDump() {
    // As a dump leaves them in a cluster that has begun fewer transactions than the one before.
    String old = Messages.freshId();
    String late = Messages.freshId();
    long number = SERVER.count("select number from event_origin");
    SERVER.execute(
        """
        insert into message_event (tx, kind, message_id, cpa_id, service, action) values
          ('10', 'RECEIVED', '%s', 'c', 's', 'a'), ('%d', 'RECEIVED', '%s', 'c', 's', 'a');
        update event_origin set cluster = 'another'\
        """
            .formatted(old, 1L << 40, late));
    awaitOrigin(number + 1);
    SERVER.agree(Cpas.named("restored").acknowledgingInResponse());
    String id = receive("restored");
    assertThat(events("0.0.0", old, late, id)).containsExactly(old, late, id);
    String afterOld =
        "0.10." + SERVER.count("select id from message_event where message_id = '" + old + "'");
    assertThat(events(afterOld, old, late, id)).containsExactly(late, id);
    assertThat(events("0.%d.2".formatted(1L << 50), old, late, id)).containsExactly(id);
  }

  @Test
  void readerGoesOnAfterDatabaseLostTransactions() {
    SERVER.agree(Cpas.named("lost").acknowledgingInResponse());
    String id = receive("lost");
    long origin = SERVER.count("select number from event_origin");
    // As a snapshot of the machine leaves them, or a standby that had not heard of the last ones.
    String ahead = "%d.%d.2".formatted(origin, 1L << 50);
    assertThat(events(ahead, id)).containsExactly(id);
    SERVER.execute("update event_origin set cluster = 'another'");
    awaitOrigin(origin + 1);
    String next = receive("lost");
    assertThat(events(ahead, id, next)).containsExactly(next);
    assertThat(events("%d.0.0".formatted(origin + 9), id, next)).containsExactly(next);
  }

  /** Receives a message, and waits until readers of events see it: no older transaction is left. */
  private static String receive(String cpaId) {
    String id = Messages.freshId();
    assertThat(SERVER.client().message(Messages.order(cpaId, id)).status()).isEqualTo(200);
    await().atMost(LIMIT).until(() -> events("0.0.0", id).contains(id));
    return id;
  }

  private static void awaitOrigin(long number) {
    await().atMost(LIMIT).until(() -> SERVER.count("select number from event_origin") == number);
  }

  /** Returns those of some messages whose events come after a place, in the order of the events. */
  private static List<String> events(String place, String... ids) {
    return read(place, ids).stream().map(event -> event.get("messageId").asString()).toList();
  }

  private static List<JsonNode> read(String place, String... ids) {
    List<JsonNode> found = new ArrayList<>();
    String after = place;
    while (true) {
      JsonNode page = SERVER.client().get("/api/v1/events?limit=100&after=" + after).json();
      page.get("events")
          .valueStream()
          .filter(event -> List.of(ids).contains(event.get("messageId").asString()))
          .forEach(found::add);
      after = page.get("next").asString();
      if (page.get("events").isEmpty()) {
        return found;
      }
    }
  }
}
