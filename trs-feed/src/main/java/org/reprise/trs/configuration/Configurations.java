package org.reprise.trs.configuration;

import static java.util.Objects.requireNonNullElse;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.reprise.oslc.refusal.Refusal;
import org.reprise.oslc.web.IdempotencyKey;
import org.reprise.trs.application.Application;
import org.reprise.trs.application.Installation;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Components with their streams and baselines, and what these select. */
@Component
public final class Configurations {
  private static final String COLUMNS =
      """
      select id, project, title, created, stream, moment, coalesce((
          select max(b.id) from configuration b where b.application = c.application
            and b.stream = c.id and b.kind = 'baseline'), previous) as previous
      from configuration c\
      """;

  private final JdbcClient jdbc;
  private final TransactionTemplate transactions;

  /** Depends on the installation, which makes the first project areas. */
  Configurations(JdbcClient jdbc, TransactionTemplate transactions, Installation installation) {
    this.jdbc = jdbc;
    this.transactions = transactions;
  }

  /** A project area, which is a component in a versioned application. */
  public record Project(int number, String title) {}

  /** Returns all project areas, by number. */
  public List<Project> projects(Application application) {
    return jdbc.sql("select number, title from project where application = ? order by number")
        .param(application.path())
        .query((row, n) -> new Project(row.getInt(1), row.getString(2)))
        .list();
  }

  /** Returns a project area; 404 for an unknown number. */
  public Project project(Application application, int number) {
    return jdbc.sql("select number, title from project where application = ? and number = ?")
        .params(application.path(), number)
        .query((row, n) -> new Project(row.getInt(1), row.getString(2)))
        .optional()
        .orElseThrow(() -> Refusal.notFound("There is no project area " + number + "."));
  }

  /** Returns a stream or baseline; 404 for an unknown id. */
  public LocalConfiguration configuration(Application application, long id) {
    return find(application, id)
        .orElseThrow(() -> Refusal.notFound("There is no configuration " + id + "."));
  }

  /** Returns a stream or baseline; empty for an unknown id. */
  public Optional<LocalConfiguration> find(Application application, long id) {
    return jdbc.sql(COLUMNS + " where application = ? and id = ?")
        .params(application.path(), id)
        .query((row, n) -> read(row))
        .optional();
  }

  /** Returns the ids of a component's configurations after the last one of the page before. */
  List<Long> ofProject(Application application, int project, long after, int max) {
    return page("project = ?", application, project, after, max);
  }

  /** Returns a stream's baselines, the oldest first; in pages as {@link #ofProject}. */
  List<Long> baselines(Application application, long stream, long after, int max) {
    return page("stream = ? and kind = 'baseline'", application, stream, after, max);
  }

  /** Returns the streams that began from a baseline; in pages as {@link #ofProject}. */
  List<Long> streams(Application application, long baseline, long after, int max) {
    return page("previous = ? and kind = 'stream'", application, baseline, after, max);
  }

  private List<Long> page(
      String condition, Application application, long owner, long after, int max) {
    return jdbc.sql(
            "select id from configuration where application = ? and %s and id > ? order by id limit ?"
                .formatted(condition))
        .params(application.path(), owner, after, max)
        .query((row, n) -> row.getLong(1))
        .list();
  }

  /** Returns the stream of requests without a configuration; 404 for an unknown component. */
  LocalConfiguration firstStream(Application application, int project) {
    return jdbc.sql(
            COLUMNS
                + " where application = ? and project = ? and kind = 'stream' order by id limit 1")
        .params(application.path(), project)
        .query((row, n) -> read(row))
        .optional()
        .orElseThrow(() -> Refusal.notFound("Project area " + project + " has no stream."));
  }

  /** Returns the selected versions by artifact; in pages as {@link #ofProject}. */
  Map<Long, Long> selections(
      Application application, LocalConfiguration configuration, long after, int max) {
    Map<Long, Long> versions = new LinkedHashMap<>();
    jdbc.sql(
            """
            select artifact, version from selection
            where application = :application and configuration = :stream and artifact > :after
              and %s
            order by artifact limit :max\
            """
                .formatted(isSelected("selection", configuration)))
        .param("application", application.path())
        .param("stream", configuration.stream())
        .param("after", after)
        .param("max", max)
        .query(row -> {
          versions.put(row.getLong(1), row.getLong(2));
        });
    return versions;
  }

  /**
   * The condition that a row of a stream's selections counts in a configuration.
   *
   * @param table the alias of the row
   */
  public static String isSelected(String table, LocalConfiguration configuration) {
    LocalConfiguration.Baseline baseline = configuration.baseline();
    return baseline == null
        ? table + ".until is null"
        : "%1$s.since <= %2$s and (%1$s.until is null or %1$s.until > %2$s)"
            .formatted(table, baseline.moment());
  }

  /**
   * Freezes a stream. Saves in the stream that run now end before, and later ones begin after.
   *
   * @param requestKey by which the request is recognized when it is sent again: then the baseline
   *     that it has made is the answer; null for a request that is always a new one
   * @throws Refusal if the configuration is a baseline; 422 if a request with the same key gave
   *     another title
   */
  public LocalConfiguration createBaseline(
      Application application,
      LocalConfiguration stream,
      @Nullable String title,
      @Nullable String requestKey) {
    stream.requireStream();
    long id =
        transactions.execute(status -> {
          lock("pg_advisory_xact_lock", application, stream.id());
          return findByRequestKey(application, stream, title, requestKey)
              .orElseGet(() -> insertBaseline(application, stream, title, requestKey));
        });
    return configuration(application, id);
  }

  private record KeyedBaseline(long id, @Nullable String requestTitle) {}

  private Optional<Long> findByRequestKey(
      Application application,
      LocalConfiguration stream,
      @Nullable String title,
      @Nullable String requestKey) {
    if (requestKey == null) {
      return Optional.empty();
    }
    Optional<KeyedBaseline> found =
        jdbc.sql(
                """
                select id, request_title from configuration
                where application = ? and stream = ? and request_key = ?\
                """)
            .params(application.path(), stream.id(), requestKey)
            .query((row, n) -> new KeyedBaseline(row.getLong(1), row.getString(2)))
            .optional();
    // The title is all that a request says beside its stream.
    String given = requireNonNullElse(title, "");
    if (found.isPresent() && !given.equals(found.get().requestTitle())) {
      throw IdempotencyKey.taken();
    }
    return found.map(KeyedBaseline::id);
  }

  private long insertBaseline(
      Application application,
      LocalConfiguration stream,
      @Nullable String title,
      @Nullable String requestKey) {
    return jdbc.sql(
            """
            insert into configuration
              (application, id, project, kind, title, stream, moment, previous,
               request_key, request_title)
            select :application, nextval('configuration_id'), :project, 'baseline',
              coalesce(:title::text, 'Baseline of ' || now()), :stream,
              nextval('moment'), :previous::bigint, :key, :requestTitle
            returning id\
            """)
        .param("application", application.path())
        .param("project", stream.project())
        .param("title", title)
        .param("stream", stream.id())
        .param("key", requestKey)
        .param("requestTitle", requestKey == null ? null : requireNonNullElse(title, ""))
        // Read after the lock: another baseline may have been made meanwhile.
        .param("previous", configuration(application, stream.id()).previous())
        .query(Long.class)
        .single();
  }

  /**
   * Begins a stream with what a baseline selects.
   *
   * @throws Refusal if the configuration is a stream
   */
  public LocalConfiguration createStream(
      Application application, LocalConfiguration baseline, @Nullable String title) {
    if (baseline.isStream()) {
      throw Refusal.conflict("Configuration " + baseline.id() + " is a stream.");
    }
    long id =
        transactions.execute(status -> {
          long stream = insertStream(application, baseline, title);
          jdbc.sql(
                  """
                  insert into selection
                    (application, configuration, artifact, version, since)
                  select application, :stream, artifact, version, :since
                  from selection s
                  where application = :application and configuration = :frozen and %s\
                  """
                      .formatted(isSelected("s", baseline)))
              .param("stream", stream)
              .param("since", nextMoment())
              .param("application", application.path())
              .param("frozen", baseline.stream())
              .update();
          return stream;
        });
    return configuration(application, id);
  }

  private long insertStream(
      Application application, LocalConfiguration baseline, @Nullable String title) {
    return jdbc.sql(
            """
            insert into configuration (application, id, project, kind, title, previous)
            values (:application, nextval('configuration_id'), :project, 'stream',
              coalesce(:title::text, 'Stream of ' || now()), :previous)
            returning id\
            """)
        .param("application", application.path())
        .param("project", baseline.project())
        .param("title", title)
        .param("previous", baseline.id())
        .query(Long.class)
        .single();
  }

  /** Draws the number of a change of streams; within a transaction that holds their locks. */
  public long nextMoment() {
    return jdbc.sql("select nextval('moment')").query(Long.class).single();
  }

  /**
   * Keeps baselines of a stream from being made until the transaction ends.
   *
   * @throws Refusal if there is no such stream any more
   */
  public void share(Application application, long stream) {
    if (!lock("pg_advisory_xact_lock_shared", application, stream)) {
      throw Refusal.notFound("There is no stream " + stream + ".");
    }
  }

  // Advisory locks are granted in the order of the requests, unlike row locks: with those, saves
  // that follow one another closely would starve a baseline.
  private boolean lock(String function, Application application, long stream) {
    return !jdbc.sql(
            """
            select %s(hashtextextended('trs-stream/' || application || '/' || id, 0))
            from configuration where application = ? and id = ? and kind = 'stream'\
            """
                .formatted(function))
        .params(application.path(), stream)
        .query((row, n) -> true)
        .list()
        .isEmpty();
  }

  private static LocalConfiguration read(ResultSet row) throws SQLException {
    Long stream = row.getObject("stream", Long.class);
    Long moment = row.getObject("moment", Long.class);
    return new LocalConfiguration(
        row.getLong("id"),
        row.getInt("project"),
        row.getString("title"),
        row.getObject("created", OffsetDateTime.class).toInstant(),
        stream == null || moment == null ? null : new LocalConfiguration.Baseline(stream, moment),
        row.getObject("previous", Long.class));
  }
}
