package org.reprise.cps.subscription;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.data.ChangeLog;
import org.reprise.cps.web.ObservedTimestamp;
import org.reprise.kit.work.Outbox;
import org.reprise.kit.work.OutboxRelay;
import org.springframework.jdbc.core.ArgumentPreparedStatementSetter;
import org.springframework.jdbc.core.JdbcTemplate;
import tools.jackson.databind.json.JsonMapper;

/**
 * Stores an event for each change of a subscribed anchor, in the transaction of the change.
 *
 * <p>The last step of each write is to look up subscriptions, under a lock that it shares with
 * other writes and holds until it has committed. A change of subscriptions takes the same lock
 * alone. So a write that commits after a subscription has its event. Writes wait for a change of
 * subscriptions while that waits for writes in this step: where a process is stopped in it, up to
 * the lock time-out.
 */
final class ChangeEvents implements ChangeLog {
  /** The advisory lock of the subscriptions. */
  static final long LOCK = 0x6370732d737562L;

  static final Outbox.Lane LANE = new Outbox.Lane((short) 0, "cps-core");

  /** The anchor whose data the subscriptions are. */
  static final AnchorRef SUBSCRIPTIONS =
      new AnchorRef("CPS-Admin", "cps-notification-subscriptions");

  private static final String LOCK_AND_LOOK_UP =
      """
      select pg_advisory_xact_lock%s(?);
      select f.xpath, s.name
      from fragment f, anchor changed join schema_set s on s.id = changed.schema_set_id
      where changed.id = ? and f.xpath = any (?) and f.anchor_id = (
        select a.id from anchor a join dataspace d on d.id = a.dataspace_id
        where d.name = ? and a.name = ?)\
      """;

  private static final String TYPE = "org.onap.cps.events.model.CpsDataUpdatedEvent";
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final JdbcTemplate jdbc;
  private final String topic;
  private final OutboxRelay relay;

  private record EventPayload(
      String observedTimestamp,
      String dataspaceName,
      String schemaSetName,
      String anchorName,
      String action,
      String xpath) {}

  ChangeEvents(JdbcTemplate jdbc, String topic, OutboxRelay relay) {
    this.jdbc = jdbc;
    this.topic = topic;
    this.relay = relay;
  }

  static Outbox outbox(JdbcTemplate jdbc) {
    return new Outbox(jdbc, "lane", JSON);
  }

  @Override
  public void record(AnchorRef anchor, long id, Map<String, Action> changes) {
    String dataspace = "/dataspaces/dataspace[@name='%s']".formatted(anchor.dataspace());
    String anchors = dataspace + "/anchors";
    String entry = anchors + "/anchor[@name='%s']".formatted(anchor.anchor());
    String mode = anchor.equals(SUBSCRIPTIONS) ? "" : "_shared";
    Map<String, String> schemaSets =
        lockAndLookUp(mode, id, new String[] {dataspace, anchors, entry});
    Set<String> found = schemaSets.keySet();
    if (found.contains(entry) || found.contains(dataspace) && !found.contains(anchors)) {
      store(anchor, schemaSets.values().iterator().next(), changes);
    }
  }

  // The driver sends both statements together; the second sees all that was committed before the
  // first had the lock.
  private Map<String, String> lockAndLookUp(String mode, long id, String[] xpaths) {
    Object[] arguments = {LOCK, id, xpaths, SUBSCRIPTIONS.dataspace(), SUBSCRIPTIONS.anchor()};
    return Objects.requireNonNull(
        jdbc.execute(
            LOCK_AND_LOOK_UP.formatted(mode),
            (PreparedStatement both) -> {
              new ArgumentPreparedStatementSetter(arguments).setValues(both);
              both.execute();
              both.getMoreResults();
              Map<String, String> schemaSets = new HashMap<>();
              try (ResultSet rows = both.getResultSet()) {
                while (rows.next()) {
                  schemaSets.put(rows.getString(1), rows.getString(2));
                }
              }
              return schemaSets;
            }));
  }

  private void store(AnchorRef anchor, String schemaSet, Map<String, Action> changes) {
    String time = ObservedTimestamp.current();
    String key = anchor.dataspace() + ":" + anchor.anchor();
    Outbox.Event[] events =
        changes.entrySet().stream()
            .map(change ->
                new EventPayload(
                    time,
                    anchor.dataspace(),
                    schemaSet,
                    anchor.anchor(),
                    change.getValue().name().toLowerCase(Locale.ROOT),
                    change.getKey()))
            .map(payload -> new Outbox.Event(topic, key, Map.of("eventPayload", payload)))
            .toArray(Outbox.Event[]::new);
    outbox(jdbc).add(LANE, events);
    relay.wakeAfterCommit(LANE);
  }

  /** Returns an event as a CloudEvent, in the binary mode of its binding to Kafka. */
  static ProducerRecord<String, byte[]> message(Outbox.Pending event) {
    return event.message(
        event.topic(),
        Map.of(
            "ce_specversion",
            "1.0",
            "ce_id",
            event.eventId().toString(),
            "ce_source",
            "CPS",
            "ce_type",
            TYPE,
            "ce_dataschema",
            "urn:cps:" + TYPE + ":1.0.0",
            "ce_correlationid",
            event.key()));
  }
}
