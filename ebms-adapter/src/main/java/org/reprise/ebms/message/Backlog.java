package org.reprise.ebms.message;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.message.Message.Direction;
import org.springframework.jdbc.core.SimplePropertyRowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * How many messages there are, and how old they are. It counts no further than {@link #MAX_COUNT},
 * so that it costs little however many there are.
 */
@Component
public final class Backlog {
  /** What was counted; one more than this where there are more. */
  public static final int MAX_COUNT = 1_000;

  private final JdbcClient jdbc;

  Backlog(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** Messages in one state of a partner, named by its identifiers, and the oldest's time. */
  public record OfPartner(
      String partner, Direction direction, String state, int count, Instant oldest) {}

  /** Returns the messages of partners by state, of those whose names come after one. */
  public List<OfPartner> byPartner(String after, int partners) {
    return jdbc.sql(
            """
            with recursive partner(name) as (
              select (select %1$s from message m where %1$s > :after order by 1 limit 1)
              union all
              select (select %1$s from message m where %1$s > p.name order by 1 limit 1)
              from partner p where p.name is not null)
            select p.name as partner, s.direction, lower(s.state) as state, c.count,
              o.created_at as oldest
            from (select name from partner where name is not null limit :partners) p,
              (values (1, 'OUT', 'PENDING'), (2, 'OUT', 'FAILED'), (3, 'OUT', 'EXPIRED'),
                (4, 'OUT', 'DELIVERED'), (5, 'IN', 'RECEIVED'), (6, 'IN', 'PROCESSED'))
                s(place, direction, state),
              lateral (select count(*) as count from (
                select from message m where %1$s = p.name and m.direction = s.direction
                  and m.state = s.state limit :max + 1) one) c,
              lateral (select m.created_at from message m where %1$s = p.name
                and m.direction = s.direction and m.state = s.state order by m.id limit 1) o
            order by p.name, s.place\
            """
                .formatted(MessageTable.PARTNER))
        .param("after", after)
        .param("partners", partners)
        .param("max", MAX_COUNT)
        .query(new SimplePropertyRowMapper<>(OfPartner.class))
        .list();
  }

  /**
   * What waits for an endpoint in the database, of all instances.
   *
   * @param messages business messages, {@code MAX_COUNT} + 1 where there are more
   * @param oldest when the oldest of them was submitted; null without messages
   * @param signals acknowledgments and reports of errors, likewise
   */
  public record OfEndpoint(String endpoint, int messages, @Nullable Instant oldest, int signals) {}

  public List<OfEndpoint> byEndpoint() {
    return jdbc.sql(
            """
            with recursive %s
            select e.uri as endpoint, m.count as messages, s.count as signals,
              (select created_at from message where id = m.oldest) as oldest
            from endpoint e,
              lateral (select count(*) as count, min(message) as oldest from (
                select message from delivery where endpoint = e.uri and message is not null
                order by message limit :max + 1) one) m,
              lateral (select count(*) as count from (select from delivery
                where endpoint = e.uri and message is null order by message limit :max + 1) one) s
            where e.uri is not null\
            """
                .formatted(DeliveryTable.ENDPOINTS))
        .param("max", MAX_COUNT)
        .query(new SimplePropertyRowMapper<>(OfEndpoint.class))
        .list();
  }
}
