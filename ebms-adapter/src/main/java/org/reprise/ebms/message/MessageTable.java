package org.reprise.ebms.message;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.envelope.MessageData;
import org.reprise.ebms.envelope.MessageHeader;
import org.reprise.ebms.envelope.Party;
import org.reprise.ebms.envelope.PartyId;
import org.reprise.ebms.envelope.Service;
import org.reprise.ebms.envelope.XsDateTime;
import org.reprise.ebms.message.Message.Direction;
import org.reprise.ebms.message.Message.State;
import org.springframework.jdbc.core.SimplePropertyRowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.util.unit.DataSize;

@Component
final class MessageTable {
  private static final String COLUMNS =
      """
      id, message_id, cpa_id, from_ids, from_role, to_ids, to_role, conversation_id, service_type,
      service, action, ref_to_message_id, sent_at, time_to_live, state, detail, attempts,
      created_at, changed_at, duplicate_elimination, copy, resent_as\
      """;

  private static final int ATTEMPTS_KEPT = 100;
  private static final int BATCH = 2000;
  // A thousand messages of 32 MB each took longer than a statement may.
  private static final long PURGE_BATCH_BYTES = DataSize.ofMegabytes(64).toBytes();

  private final JdbcClient jdbc;

  MessageTable(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** The next copy of a received message; locks its identifier for the transaction. */
  int nextCopy(String messageId) {
    jdbc.sql("select pg_advisory_xact_lock(hashtextextended(?, 0))")
        .param(messageId)
        .query((row, n) -> 0)
        .list();
    return jdbc.sql(
            """
            select coalesce(max(copy), 0) + 1 from message
            where message_id = ? and direction = 'IN'\
            """)
        .param(messageId)
        .query(Integer.class)
        .single();
  }

  /** Stores a message; empty where there is this copy of one of this identifier already. */
  Optional<Long> insert(
      Direction direction,
      int copy,
      MessageHeader header,
      State state,
      byte[] envelope,
      Instant keepUntil) {
    return jdbc.sql(
            """
            insert into message (direction, message_id, cpa_id, from_ids, from_role, to_ids,
              to_role, conversation_id, service_type, service, action, ref_to_message_id, sent_at,
              time_to_live, duplicate_elimination, state, envelope, keep_until, copy)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            on conflict (message_id, direction, copy) do nothing returning id\
            """)
        .params(
            Arrays.asList(
                direction.name(),
                header.messageData().messageId(),
                header.cpaId(),
                PartyId.encode(header.from().ids()),
                header.from().role(),
                PartyId.encode(header.to().ids()),
                header.to().role(),
                header.conversationId(),
                header.service().type(),
                header.service().name(),
                header.action(),
                header.messageData().refToMessageId(),
                at(header.messageData().timestamp()),
                at(header.messageData().timeToLive()),
                header.duplicateElimination(),
                state.name(),
                envelope,
                at(keepUntil),
                copy))
        .query(Long.class)
        .optional();
  }

  /** The acknowledgment that was sent for a received message; the one given where none was. */
  byte[] acknowledgment(String messageId, byte[] otherwise) {
    return jdbc.sql(
            """
            update message set acknowledgment = coalesce(acknowledgment, ?)
            where id = (select id from message where message_id = ? and direction = 'IN'
              order by copy limit 1)
            returning acknowledgment\
            """)
        .params(otherwise, messageId)
        .query((row, n) -> row.getBytes(1))
        .single();
  }

  /** The envelope of a message as it went over the wire, its signature included. */
  byte[] envelope(long id) {
    return jdbc.sql("select envelope from message where id = ?")
        .param(id)
        .query((row, n) -> row.getBytes(1))
        .single();
  }

  /** Returns the envelope that answers a message and its copies; empty before it is answered. */
  Optional<byte[]> acknowledgment(long id) {
    return jdbc.sql(
            """
            select a.acknowledgment from message m join message a using (message_id, direction)
            where m.id = ? and a.acknowledgment is not null order by a.copy limit 1\
            """)
        .param(id)
        .query((row, n) -> row.getBytes(1))
        .optional();
  }

  void keepAcknowledgment(String messageId, byte[] document) {
    jdbc.sql("update message set acknowledgment = ? where message_id = ? and direction = 'OUT'")
        .params(document, messageId)
        .update();
  }

  /**
   * Keeps the report by which a partner refuses a message, unless it has acknowledged the message,
   * or it has ended otherwise; locks the message for the transaction.
   */
  boolean keepError(String messageId, byte[] document) {
    return jdbc.sql(
                """
                update message set acknowledgment = ? where message_id = ? and direction = 'OUT'
                  and acknowledgment is null and state in ('PENDING', 'DELIVERED')\
                """)
            .params(document, messageId)
            .update()
        > 0;
  }

  /** A message; of several copies the first one that is still kept. */
  Optional<Message> find(Direction direction, String messageId) {
    return find(direction, messageId, null);
  }

  Message getSent(String messageId) {
    return find(Direction.OUT, messageId).orElseThrow(() -> MessageView.notFound(messageId));
  }

  /** A copy of a message; null for the first one that is still kept. */
  Optional<Message> find(Direction direction, String messageId, @Nullable Integer copy) {
    return jdbc.sql(
            "select "
                + COLUMNS
                + """
                 from message where message_id = ? and direction = ?
                and (?::integer is null or copy = ?) order by copy limit 1\
                """)
        .params(Arrays.asList(messageId, direction.name(), copy, copy))
        .query((row, n) -> read(row))
        .optional();
  }

  /** The other party of a message as pages show it; an index has the same expression. */
  static final String PARTNER =
      """
      left(translate(case m.direction when 'OUT' then m.to_ids else m.from_ids end,
        chr(31) || chr(30), ': '), 250)\
      """;

  // A party has several identifiers, each with or without a type (PartyId).
  private static final String IS_CALLED =
      """
      (:%2$s = any (string_to_array(replace(%1$s, chr(31), ':'), chr(30)))
        or :%2$s = any (string_to_array(
          regexp_replace(%1$s, '[^' || chr(30) || ']*' || chr(31), '', 'g'), chr(30))))\
      """;

  private static final class Filters {
    private final StringBuilder conditions = new StringBuilder();
    private final Map<String, Object> values = new HashMap<>();

    /** Adds a condition whose parameter has a name, where a value is given. */
    void add(String name, @Nullable Object value, String condition) {
      if (value != null) {
        conditions.append(" and ").append(condition);
        values.put(name, value);
      }
    }
  }

  private static Filters filters(MessageQuery query) {
    Filters filters = new Filters();
    filters.add("cpaId", query.cpaId(), "m.cpa_id = :cpaId");
    filters.add("partner", query.partner(), PARTNER + " = :partner");
    filters.add("sender", query.fromPartyId(), IS_CALLED.formatted("m.from_ids", "sender"));
    filters.add("receiver", query.toPartyId(), IS_CALLED.formatted("m.to_ids", "receiver"));
    filters.add("service", query.service(), "m.service = :service");
    filters.add("action", query.action(), "m.action = :action");
    filters.add("talk", query.conversationId(), "m.conversation_id = :talk");
    filters.add("reference", query.refToMessageId(), "m.ref_to_message_id = :reference");
    filters.add(
        "detail",
        query.detail(),
        "m.detail is not null and position(lower(:detail) in lower(m.detail)) > 0");
    filters.add("from", at(query.createdFrom()), "m.created_at >= :from");
    filters.add("before", at(query.createdBefore()), "m.created_at < :before");
    return filters;
  }

  /** Returns messages; those of each state are read from an index until there are enough. */
  List<Message> list(
      Direction direction, List<State> states, MessageQuery query, boolean newestFirst) {
    Filters filters = filters(query);
    return jdbc.sql(
            """
            select %s from message where id in (
              select one.id from unnest(:states::text[]) s(state), lateral (
                select m.id from message m where m.direction = :direction and m.state = s.state
                  and m.id %s :after%s order by m.id %s limit :limit) one)
            order by id %4$s limit :limit\
            """
                .formatted(
                    COLUMNS,
                    newestFirst ? "<" : ">",
                    filters.conditions,
                    newestFirst ? "desc" : "asc"))
        .params(filters.values)
        .param("direction", direction.name())
        .param("states", states.stream().map(State::name).toArray(String[]::new))
        .param("after", query.start(newestFirst))
        .param("limit", query.max())
        .query((row, n) -> read(row))
        .list();
  }

  /** Brings a message into a state, if it is in one of some others. */
  boolean change(
      Direction direction,
      String messageId,
      List<State> from,
      State to,
      @Nullable String detail,
      Duration keep) {
    return jdbc.sql(
                """
                update message set state = ?, detail = ?, changed_at = now(),
                  keep_until = greatest(keep_until, now() + ? * interval '1 millisecond')
                where message_id = ? and direction = ? and state = any (?)\
                """)
            .params(
                Arrays.asList(
                    to.name(),
                    detail,
                    keep.toMillis(),
                    messageId,
                    direction.name(),
                    from.stream().map(State::name).toArray(String[]::new)))
            .update()
        > 0;
  }

  /** Keeps it for a day at least: a caller that had no answer asks again, and finds this copy. */
  void markProcessed(long id) {
    jdbc.sql(
            """
            update message set state = 'PROCESSED', changed_at = now(),
              keep_until = greatest(keep_until, now() + interval '1 day')
            where id = ? and state = 'RECEIVED'\
            """)
        .param(id)
        .update();
  }

  /** Notes as which message one is sent again, and locks it; false unless it failed or expired. */
  boolean markResent(long id, String as) {
    return jdbc.sql(
                """
                update message set resent_as = ?
                where id = ? and resent_as is null and state in ('FAILED', 'EXPIRED')\
                """)
            .params(as, id)
            .update()
        > 0;
  }

  /** Locks a message, always before its delivery; false where somebody else has it now. */
  boolean tryLock(long id) {
    return jdbc.sql("select id from message where id = ? for update skip locked")
        .param(id)
        .query(Long.class)
        .optional()
        .isPresent();
  }

  /** Counts a try to send a message, and stores whether the partner took it, and why not. */
  void attempted(long id, boolean taken, @Nullable String detail) {
    jdbc.sql(
            """
            with counted as (
              update message set attempts = attempts + 1 where id = ? returning id, attempts),
            forgotten as (
              delete from attempt a using counted c
              where a.message = c.id and a.number <= c.attempts - ?)
            insert into attempt (message, number, taken, detail)
            select id, attempts, ?, ? from counted\
            """)
        .params(Arrays.asList(id, ATTEMPTS_KEPT, taken, detail))
        .update();
  }

  /** Stores a try with its reason, in pieces, for all that waits for an endpoint unlocked. */
  void notSent(String endpoint, String why) {
    Optional<Long> last = Optional.of(0L);
    while (last.isPresent()) {
      last =
          jdbc.sql(
                  """
                  with waiting as (
                    select m.id from message m join delivery d on d.message = m.id
                    where d.endpoint = ? and d.message > ? order by d.message limit ?
                    for update of m skip locked),
                  counted as (
                    update message set attempts = attempts + 1, detail = ?
                    where id in (select id from waiting) returning id, attempts),
                  stored as (
                    insert into attempt (message, number, taken, detail)
                    select id, attempts, false, ? from counted)
                  select max(id) from waiting\
                  """)
              .params(endpoint, last.get(), BATCH, why, why)
              .query(Long.class)
              .optional();
    }
  }

  /** What became of the tries to send a message, the first one first. */
  List<Attempt> attempts(long id) {
    return jdbc.sql(
            "select number, at, taken, detail from attempt where message = ? order by number")
        .param(id)
        .query(new SimplePropertyRowMapper<>(Attempt.class))
        .list();
  }

  /** A try to send a message, counted from 1: whether the partner took it, else why not. */
  record Attempt(int number, Instant at, boolean taken, @Nullable String detail) {}

  /**
   * Deletes messages that are neither to be sent nor to be processed, and whose time is over: a few
   * that have less than 64 MB together, or one that has more. A slice at a time, so that the other
   * scheduled work, which shares a thread, goes on meanwhile.
   */
  @Scheduled(fixedDelay = 1, timeUnit = TimeUnit.SECONDS)
  void purge() {
    jdbc.sql(
            """
            with old as (
              select id, keep_until, octet_length(envelope) as size from message
              where keep_until < now() and state not in ('PENDING', 'RECEIVED')
              order by keep_until limit ? for update skip locked),
            summed as (
              select id, coalesce(sum(size + payloads) over (order by keep_until, id
                rows between unbounded preceding and 1 preceding), 0) as before
              from old, lateral (
                select coalesce(sum(p.size), 0) as payloads from payload p where p.message = old.id) of_message)
            delete from message where id in (select id from summed where before < ?)\
            """)
        .params(BATCH, PURGE_BATCH_BYTES)
        .update();
  }

  private static Message read(ResultSet row) throws SQLException {
    String serviceType = row.getString(9);
    return new Message(
        row.getLong(1),
        row.getInt(21),
        new MessageHeader(
            new Party(PartyId.decode(row.getString(4)), row.getString(5)),
            new Party(PartyId.decode(row.getString(6)), row.getString(7)),
            row.getString(3),
            row.getString(8),
            new Service(serviceType, row.getString(10)),
            row.getString(11),
            new MessageData(
                row.getString(2),
                row.getTimestamp(13).toInstant(),
                row.getString(12),
                moment(row.getTimestamp(14))),
            row.getBoolean(20)),
        State.valueOf(row.getString(15)),
        row.getString(16),
        row.getInt(17),
        row.getTimestamp(18).toInstant(),
        row.getTimestamp(19).toInstant(),
        row.getString(22));
  }

  static @Nullable Instant moment(@Nullable Timestamp timestamp) {
    return timestamp == null ? null : timestamp.toInstant();
  }

  static @Nullable OffsetDateTime at(@Nullable Instant moment) {
    return moment == null ? null : XsDateTime.nearest(moment).atOffset(ZoneOffset.UTC);
  }
}
