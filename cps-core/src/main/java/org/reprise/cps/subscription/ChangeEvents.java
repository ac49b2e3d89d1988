package org.reprise.cps.subscription;

import static java.util.Map.entry;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.anchor.StoredAnchor;
import org.reprise.cps.data.ChangeLog;
import org.reprise.cps.fragment.Fragments.Recording;
import org.reprise.cps.web.ObservedTimestamp;
import org.reprise.kit.work.Outbox;
import org.reprise.kit.work.OutboxRelay;
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
  static final long LOCK = 0x6370732d737562L;

  static final Outbox.Lane LANE = new Outbox.Lane((short) 0, "cps-core");

  /** The anchor whose data the subscriptions are. */
  static final AnchorRef SUBSCRIPTIONS =
      new AnchorRef("CPS-Admin", "cps-notification-subscriptions");

  // Sent together with the lock's statement, it sees all that was committed before that had the
  // lock. Of a dataspace (at depth 2), its container of anchors (3) and the anchor's
  // entry (4), each needs the one before. With the container, only its entries are subscribed.
  private static final String STORE =
      """
      insert into event_outbox (lane, event_id, topic, key, body)
      select ?, gen_random_uuid(), ?, ?, e.body
      from unnest(?::text[]) with ordinality as e (body, number)
      where (
        select max(f.depth) from fragment f
        where f.xpath = any (?) and f.anchor_id = (
          select a.id from anchor a join dataspace d on d.id = a.dataspace_id
          where d.name = ? and a.name = ?)) <> 3
      order by e.number\
      """;

  private static final String TYPE = "org.onap.cps.events.model.CpsDataUpdatedEvent";
  private static final JsonMapper JSON = JsonMapper.shared();

  private final String topic;
  private final OutboxRelay relay;

  private record EventPayload(
      String observedTimestamp,
      String dataspaceName,
      String schemaSetName,
      String anchorName,
      String action,
      String xpath) {}

  ChangeEvents(String topic, OutboxRelay relay) {
    this.topic = topic;
    this.relay = relay;
  }

  @Override
  public Recording of(AnchorRef ref, StoredAnchor anchor, Map<String, Action> changes) {
    String dataspace = "/dataspaces/dataspace[@name='%s']".formatted(ref.dataspace());
    String anchors = dataspace + "/anchors";
    String entry = anchors + "/anchor[@name='%s']".formatted(ref.anchor());
    return new Recording(
        List.of(
            "select pg_advisory_xact_lock%s(?)"
                .formatted(ref.equals(SUBSCRIPTIONS) ? "" : "_shared"),
            STORE),
        List.of(
            LOCK,
            LANE.number(),
            topic,
            ref.dataspace() + ":" + ref.anchor(),
            bodies(ref, anchor, changes),
            new String[] {dataspace, anchors, entry},
            SUBSCRIPTIONS.dataspace(),
            SUBSCRIPTIONS.anchor()),
        stored -> {
          if (stored > 0) {
            relay.wakeAfterCommit(LANE);
          }
        });
  }

  private static String[] bodies(AnchorRef ref, StoredAnchor anchor, Map<String, Action> changes) {
    String time = ObservedTimestamp.current();
    return changes.entrySet().stream()
        .map(change ->
            new EventPayload(
                time,
                ref.dataspace(),
                anchor.schemaSet(),
                ref.anchor(),
                change.getValue().text(),
                // The rest of it is short: an event that no broker takes would hold up all
                // others.
                change.getKey().strip()))
        .map(payload -> JSON.writeValueAsString(Map.of("eventPayload", payload)))
        .toArray(String[]::new);
  }

  /** Returns an event as a CloudEvent, in the binary mode of its binding to Kafka. */
  static ProducerRecord<String, byte[]> message(Outbox.Pending event) {
    return event.message(
        event.topic(),
        Map.ofEntries(
            entry("ce_specversion", "1.0"),
            entry("ce_id", event.eventId().toString()),
            entry("ce_source", "CPS"),
            entry("ce_type", TYPE),
            entry("ce_dataschema", "urn:cps:" + TYPE + ":1.0.0"),
            entry("ce_correlationid", event.key())));
  }
}
