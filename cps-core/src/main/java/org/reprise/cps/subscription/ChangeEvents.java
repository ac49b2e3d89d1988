package org.reprise.cps.subscription;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.data.ChangeLog;
import org.reprise.cps.web.ObservedTimestamp;
import org.reprise.kit.work.Outbox;
import org.reprise.kit.work.OutboxRelay;
import org.springframework.jdbc.core.JdbcTemplate;
import tools.jackson.databind.json.JsonMapper;

/**
 * Stores an event for each change of a subscribed anchor, in the transaction of the change.
 *
 * <p>Each process has a copy of the subscriptions that is a second old at most, so that a write to
 * an anchor without subscription costs no statement. A change of subscriptions is acknowledged a
 * second after its commit, when no process uses an older copy.
 */
final class ChangeEvents implements ChangeLog {
  static final Duration MAX_AGE = Duration.ofSeconds(1);
  static final Outbox.Lane LANE = new Outbox.Lane((short) 0, "cps-core");

  /** The anchor whose data the subscriptions are. */
  static final AnchorRef SUBSCRIPTIONS =
      new AnchorRef("CPS-Admin", "cps-notification-subscriptions");

  private static final String TYPE = "org.onap.cps.events.model.CpsDataUpdatedEvent";
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final JdbcTemplate jdbc;
  private final String topic;
  private final OutboxRelay relay;
  private volatile @Nullable Copy copy;

  /** The xpaths of all subscriptions that were committed at a time. */
  private record Copy(long time, Set<String> xpaths) {
    boolean covers(AnchorRef anchor) {
      String dataspace = "/dataspaces/dataspace[@name='%s']".formatted(anchor.dataspace());
      String anchors = dataspace + "/anchors";
      return xpaths.contains(anchors + "/anchor[@name='%s']".formatted(anchor.anchor()))
          || xpaths.contains(dataspace) && !xpaths.contains(anchors);
    }
  }

  private record EventPayload(
      String observedTimestamp,
      String dataspaceName,
      @Nullable String schemaSetName,
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
  public Optional<LongConsumer> of(Action action, AnchorRef anchor, String xpath) {
    Copy known = copy;
    if (known == null || System.nanoTime() - known.time > MAX_AGE.toNanos()) {
      known = read();
    }
    return known.covers(anchor)
        ? Optional.of(id -> record(action, anchor, id, xpath))
        : Optional.empty();
  }

  private Copy read() {
    // Before the statement, which sees all that was committed by then.
    long time = System.nanoTime();
    Copy read =
        new Copy(
            time,
            Set.copyOf(
                jdbc.queryForList(
                    """
                    select f.xpath from fragment f
                    where f.depth <= 4 and f.anchor_id = (
                      select a.id from anchor a join dataspace d on d.id = a.dataspace_id
                      where d.name = ? and a.name = ?)\
                    """,
                    String.class,
                    SUBSCRIPTIONS.dataspace(),
                    SUBSCRIPTIONS.anchor())));
    copy = read;
    return read;
  }

  private void record(Action action, AnchorRef anchor, long id, String xpath) {
    String schemaSet =
        jdbc.queryForObject(
            """
            select s.name from anchor a join schema_set s on s.id = a.schema_set_id where a.id = ?\
            """,
            String.class,
            id);
    EventPayload payload =
        new EventPayload(
            ObservedTimestamp.current(),
            anchor.dataspace(),
            schemaSet,
            anchor.anchor(),
            action.name().toLowerCase(Locale.ROOT),
            xpath);
    String key = anchor.dataspace() + ":" + anchor.anchor();
    outbox(jdbc).add(LANE, new Outbox.Event(topic, key, Map.of("eventPayload", payload)));
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
