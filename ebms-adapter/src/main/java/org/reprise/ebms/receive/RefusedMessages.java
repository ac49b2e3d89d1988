package org.reprise.ebms.receive;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.reprise.ebms.envelope.ErrorList;
import org.reprise.ebms.envelope.MessageHeader;
import org.reprise.ebms.envelope.RefusedMessage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.SimplePropertyRowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Messages of partners that were refused, for operators: the newest 10,000. They are stored later,
 * a hundred a second at most, so that partners cannot load the database with refusals; the log has
 * all of them.
 */
@Component
public final class RefusedMessages {
  private static final Logger LOG = LoggerFactory.getLogger(RefusedMessages.class);
  private static final int MAX_STORED = 10_000;
  private static final int BATCH = 100;

  private final JdbcClient jdbc;
  private final BlockingQueue<Refused> queue = new ArrayBlockingQueue<>(BATCH);

  RefusedMessages(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  public record Refused(
      long id,
      Instant at,
      String messageId,
      String sender,
      String cpaId,
      String action,
      String reason) {}

  /** Logs a refusal, and stores it soon, unless too many come. */
  void record(MessageHeader header, RefusedMessage refusal) {
    Refused one =
        new Refused(
            0,
            Instant.now(),
            header.messageData().messageId(),
            ErrorList.line(header.from().ids().getFirst().toString()),
            ErrorList.line(header.cpaId()),
            ErrorList.line(header.action()),
            String.valueOf(refusal.getMessage()));
    LOG.info("Refused {} of {} ({}): {}", one.messageId, one.sender, one.cpaId, one.reason);
    var _ = queue.offer(one);
  }

  @Scheduled(fixedDelay = 1, timeUnit = TimeUnit.SECONDS)
  void store() {
    List<Refused> batch = new ArrayList<>();
    queue.drainTo(batch);
    if (batch.isEmpty()) {
      return;
    }
    jdbc.sql(
            """
            with old as (
              delete from refused_message where id <= (select max(id) from refused_message) - ?)
            insert into refused_message (at, message_id, sender, cpa_id, action, reason)
            select at::timestamptz, id, sender, cpa_id, action, reason
            from unnest(?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[])
              one(at, id, sender, cpa_id, action, reason)\
            """)
        .params(
            MAX_STORED,
            column(batch, one -> one.at().toString()),
            column(batch, Refused::messageId),
            column(batch, Refused::sender),
            column(batch, Refused::cpaId),
            column(batch, Refused::action),
            column(batch, Refused::reason))
        .update();
  }

  private static String[] column(List<Refused> batch, Function<Refused, String> value) {
    return batch.stream().map(value).toArray(String[]::new);
  }

  /** Returns refused messages, the newest first, before one of them. */
  public List<Refused> list(long before, int limit) {
    return jdbc.sql(
            """
            select id, at, message_id, sender, cpa_id, action, reason from refused_message
            where id < ? order by id desc limit ?\
            """)
        .params(before, limit)
        .query(new SimplePropertyRowMapper<>(Refused.class))
        .list();
  }
}
