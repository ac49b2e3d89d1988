package org.reprise.gc.commit;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reprise.gc.configuration.Edit;
import org.reprise.gc.configuration.Target;
import org.reprise.kit.work.LeaseLost;
import org.reprise.kit.work.LeaseTable;
import org.reprise.oslc.web.OslcErrorShape;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * The rows of activities. A process that works on one holds its claim; each write compares the
 * claim, so that a process that was stopped for longer than its lease changes nothing.
 */
@Component
final class ActivityRows {
  private static final String COLUMNS =
      "id, claim, stream, title, description, subjects, archived, creator, request_key, created";

  private final JdbcClient jdbc;

  ActivityRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * An activity that this process works on.
   *
   * @param edit properties of the baseline
   * @param claim counts how often it was taken over
   * @param requestKey from which the keys of requests to applications are made, so that they
   *     recognize a repeated one, whichever process sends it
   * @param created when it began
   */
  record LeasedActivity(
      long id,
      long claim,
      long stream,
      Edit edit,
      String creator,
      String requestKey,
      Instant created) {}

  /**
   * Adds an activity.
   *
   * @param key what the request is recognized by when it is sent again; null if it has none
   * @return empty if there is one of that stream and key, which has not failed
   */
  Optional<LeasedActivity> add(
      long stream, Edit edit, String creator, @Nullable String key, Duration lease) {
    return jdbc.sql(
            """
            insert into activity (stream, title, description, subjects, archived, creator, sent_key,
              state, message, lease_until)
            values (:stream, :title, :description, :subjects, :archived, :creator, :key,
              'IN_PROGRESS', 'The baseline is being created.',
              now() + :lease * interval '1 millisecond')
            on conflict (stream, sent_key) where sent_key is not null do nothing
            returning
            """
                + COLUMNS)
        .param("stream", stream)
        .param("title", edit.title())
        .param("description", edit.description())
        .param("subjects", edit.subjects().toArray(String[]::new))
        .param("archived", edit.isArchived())
        .param("creator", creator)
        .param("key", key)
        .param("lease", lease.toMillis())
        .query((row, n) -> leased(row))
        .optional();
  }

  /** An activity with the contents of its request, whichever process works on it. */
  record StoredActivity(long id, Edit edit) {}

  /** Returns the activity of the request with a key, unless that has failed. */
  Optional<StoredActivity> keyed(long stream, String key) {
    return jdbc.sql("select " + COLUMNS + " from activity where stream = ? and sent_key = ?")
        .params(stream, key)
        .query((row, n) -> new StoredActivity(row.getLong("id"), edit(row)))
        .optional();
  }

  private static LeasedActivity leased(ResultSet row) throws SQLException {
    return new LeasedActivity(
        row.getLong("id"),
        row.getLong("claim"),
        row.getLong("stream"),
        edit(row),
        row.getString("creator"),
        row.getString("request_key"),
        row.getObject("created", OffsetDateTime.class).toInstant());
  }

  private static Edit edit(ResultSet row) throws SQLException {
    return new Edit(
        row.getString("title"),
        row.getString("description"),
        List.of((String[]) row.getArray("subjects").getArray()),
        null,
        row.getBoolean("archived"));
  }

  int countExpired(Set<Long> held) {
    return jdbc.sql(
            """
            select count(*) from activity
            where state = 'IN_PROGRESS' and lease_until < now() and id <> all (?)\
            """)
        .param(held.toArray(Long[]::new))
        .query(Integer.class)
        .single();
  }

  List<LeasedActivity> takeExpired(Set<Long> held, Duration lease, int max) {
    return jdbc.sql(
            """
            update activity
            set claim = claim + 1, lease_until = now() + ? * interval '1 millisecond'
            where id in (
              select id from activity
              where state = 'IN_PROGRESS' and lease_until < now() and id <> all (?)
              order by id limit ? for update skip locked)
            returning
            """
                + COLUMNS)
        .params(lease.toMillis(), held.toArray(Long[]::new), max)
        .query((row, n) -> leased(row))
        .list();
  }

  static LeaseTable leases(Duration length) {
    return new LeaseTable(
        "activity",
        "id",
        "claim",
        "state = 'IN_PROGRESS'",
        "lease_until = now() + interval '%d milliseconds'".formatted(length.toMillis()));
  }

  /** Ends leases, so that other processes can take over at once. */
  void release(List<LeasedActivity> all) {
    for (LeasedActivity one : all) {
      jdbc.sql(
              "update activity set lease_until = now() where id = ? and claim = ? and state ="
                  + " 'IN_PROGRESS'")
          .params(one.id(), one.claim())
          .update();
    }
  }

  /**
   * Locks the row of an activity until the transaction ends.
   *
   * @throws LeaseLost where another process works on it, or it has ended
   */
  void lock(LeasedActivity claimed) {
    boolean isOwn =
        jdbc.sql(
                """
                select id from activity
                where id = ? and claim = ? and state = 'IN_PROGRESS' for update\
                """)
            .params(claimed.id(), claimed.claim())
            .query(Long.class)
            .optional()
            .isPresent();
    if (!isOwn) {
      throw new LeaseLost("activity " + claimed.id());
    }
  }

  /**
   * Stores which baseline an application has made; the first one counts.
   *
   * @throws LeaseLost where another process works on it, or it has ended
   */
  void addStep(LeasedActivity claimed, long stream, long baseline) {
    int count =
        jdbc.sql(
                """
                insert into activity_step (activity, stream, baseline)
                select id, :stream, :baseline from activity
                where id = :id and claim = :claim and state = 'IN_PROGRESS'
                on conflict (activity, stream) do update set baseline = activity_step.baseline\
                """)
            .param("stream", stream)
            .param("baseline", baseline)
            .param("id", claimed.id())
            .param("claim", claimed.claim())
            .update();
    if (count == 0) {
      throw new LeaseLost("activity " + claimed.id());
    }
  }

  /** Returns the baselines that applications have made, by the row of their stream. */
  Map<Long, Target> steps(long activity) {
    Map<Long, Target> steps = new HashMap<>();
    jdbc.sql(
            """
            select s.stream, b.id, b.uri, b.component
            from activity_step s join local_configuration b on b.id = s.baseline
            where s.activity = ?\
            """)
        .param(activity)
        .query(row -> {
          steps.put(
              row.getLong(1),
              new Target(row.getString(3), row.getString(4), true, null, row.getLong(2)));
        });
    return steps;
  }

  void complete(LeasedActivity claimed, long baseline, boolean isReused) {
    jdbc.sql(
            """
            update activity set state = 'COMPLETE', baseline = ?, is_reused = ?, modified = now(),
              message = ?
            where id = ? and claim = ? and state = 'IN_PROGRESS'\
            """)
        .params(
            baseline,
            isReused,
            isReused
                ? "Nothing was changed since the newest baseline."
                : "The baseline was created.",
            claimed.id(),
            claimed.claim())
        .update();
  }

  /** Records a failure; the request may be repeated, since its key is free again. */
  void fail(LeasedActivity claimed, int status, String message) {
    jdbc.sql(
            """
            update activity
            set state = 'FAILED', status = ?, message = ?, modified = now(), sent_key = null
            where id = ? and claim = ? and state = 'IN_PROGRESS'\
            """)
        .params(status, OslcErrorShape.printable(message), claimed.id(), claimed.claim())
        .update();
  }

  Optional<Activity> find(long id) {
    return jdbc.sql(
            """
            select id, stream, state, message, status, baseline, is_reused, creator, created,
              modified
            from activity where id = ?\
            """)
        .param(id)
        .query((row, n) ->
            new Activity(
                row.getLong("id"),
                row.getLong("stream"),
                Activity.State.valueOf(row.getString("state")),
                row.getString("message"),
                row.getInt("status"),
                row.getObject("baseline", Long.class),
                row.getBoolean("is_reused"),
                row.getString("creator"),
                row.getObject("created", OffsetDateTime.class).toInstant(),
                row.getObject("modified", OffsetDateTime.class).toInstant()))
        .optional();
  }

  int removeEnded(Duration keep, int max) {
    return jdbc.sql(
            """
            delete from activity where id in (
              select id from activity
              where state <> 'IN_PROGRESS' and modified < now() - ? * interval '1 second'
              order by modified limit ? for update skip locked)\
            """)
        .params(keep.toSeconds(), max)
        .update();
  }
}
