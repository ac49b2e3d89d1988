package org.reprise.trs.fill;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.function.ObjIntConsumer;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;
import org.reprise.kit.work.OwnConnections;
import org.reprise.oslc.refusal.Refusal;
import org.reprise.oslc.trs.Feeds;
import org.reprise.trs.application.Application;
import org.reprise.trs.application.Applications;
import org.reprise.trs.application.Installation;
import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.stereotype.Component;

/**
 * Fills an application that never had artifacts: by COPY and with a base of all that it filled, in
 * one transaction. The log is as if the events of the artifacts had been truncated.
 */
@Component
final class Fill {
  private static final Duration RESPONSE_TIMEOUT = Duration.ofMinutes(10);
  private static final String OPTIONS =
      "-c statement_timeout=0 -c lock_timeout=5s -c idle_in_transaction_session_timeout=60s";
  private static final int BLOCK = 64 * 1024;
  private static final String HAS_BEGUN =
      """
      select exists (select from artifact where application = :application)
        or exists (select from change where application = :application)
        or exists (select from feed where application = :application and last_position > 0)\
      """;

  private final OwnConnections connections;
  private final Applications applications;
  private final Feeds feeds;

  Fill(OwnConnections connections, Applications applications, Feeds feeds) {
    this.connections = connections;
    this.applications = applications;
    this.feeds = feeds;
  }

  /**
   * Fills an application.
   *
   * @param scale of the number of artifacts
   * @return how much was created
   * @throws Refusal 409 if the application has or had artifacts, which may have the ids that the
   *     fill gives
   */
  Volumes run(Application application, long seed, double scale) {
    Volumes volumes = Volumes.of(application, scale);
    ArtifactLines lines = new ArtifactLines(application, applications, volumes, scale, seed);
    try (Connection connection =
        connections.open("trs-fill-" + application.path(), RESPONSE_TIMEOUT, OPTIONS)) {
      connection.setAutoCommit(false);
      JdbcClient session = JdbcClient.create(new SingleConnectionDataSource(connection, true));
      requireNew(session, application);
      Installation.addProjects(session, application, volumes.projects());
      copyAll(connection, session, application, volumes, lines);
      feeds.of(application.path()).makeBaseWithin(connection);
      connection.commit();
      connection.setAutoCommit(true);
      session.sql("analyze artifact, version, selection, link").update();
    } catch (SQLException e) {
      throw new UncategorizedSQLException("fill", null, e);
    }
    return volumes;
  }

  // The lock keeps others from creating artifacts with ids that the fill gives.
  private static void requireNew(JdbcClient session, Application application) {
    session.sql("lock table artifact in share row exclusive mode").update();
    boolean hasBegun =
        session
            .sql(HAS_BEGUN)
            .param("application", application.path())
            .query(Boolean.class)
            .single();
    if (hasBegun) {
      throw Refusal.conflict(
          "'%s' has or had artifacts: only a new application is filled."
              .formatted(application.path()));
    }
  }

  private static void copyAll(
      Connection connection,
      JdbcClient session,
      Application application,
      Volumes volumes,
      ArtifactLines lines)
      throws SQLException {
    copy(connection, "artifact (application, id, project, created)", lines, lines::artifact);
    copy(
        connection,
        "version (application, id, artifact, number, title, description, modified)",
        lines,
        lines::version);
    copy(connection, "link (application, version, predicate, target)", lines, lines::link);
    if (application.isVersioned()) {
      long[] streams = streams(session, application, volumes);
      copy(
          connection,
          "selection (application, configuration, artifact, version, since)",
          lines,
          (line, i) -> lines.selection(line, i, streams));
      for (int n = 1; n <= volumes.baselines(); n++) {
        baselines(session, application, volumes, n);
      }
    }
    for (String sequence : List.of("artifact_id", "version_id")) {
      session
          .sql("select setval(:name::regclass, greatest(:count, nextval(:name::regclass)))")
          .param("name", sequence)
          .param("count", volumes.artifacts())
          .query(Long.class)
          .single();
    }
  }

  private static void copy(
      Connection connection, String table, ArtifactLines lines, ObjIntConsumer<StringBuilder> row)
      throws SQLException {
    CopyIn copy =
        connection.unwrap(PGConnection.class).getCopyAPI().copyIn("copy " + table + " from stdin");
    try {
      StringBuilder block = new StringBuilder(BLOCK + BLOCK / 2);
      for (int i = 1; i <= lines.count(); i++) {
        row.accept(block, i);
        if (block.length() >= BLOCK) {
          send(copy, block);
        }
      }
      send(copy, block);
      copy.endCopy();
    } finally {
      if (copy.isActive()) {
        copy.cancelCopy();
      }
    }
  }

  private static void send(CopyIn copy, StringBuilder block) throws SQLException {
    byte[] bytes = block.toString().getBytes(StandardCharsets.UTF_8);
    copy.writeToCopy(bytes, 0, bytes.length);
    block.setLength(0);
  }

  /** Returns the first stream of each project. */
  private static long[] streams(JdbcClient session, Application application, Volumes volumes) {
    long[] streams = new long[volumes.projects() + 1];
    session
        .sql(
            """
            select project, min(id) from configuration
            where application = ? and kind = 'stream' and project <= ? group by project\
            """)
        .params(application.path(), volumes.projects())
        .query(row -> {
          streams[row.getInt(1)] = row.getLong(2);
        });
    return streams;
  }

  private static void baselines(
      JdbcClient session, Application application, Volumes volumes, int n) {
    session
        .sql(
            """
            insert into configuration
              (application, id, project, kind, title, stream, moment, previous)
            select s.application, nextval('configuration_id'), s.project, 'baseline',
              'Baseline ' || ?::text || ' of Project ' || s.project, s.id, nextval('moment'),
              (select b.id from configuration b
                where b.application = s.application and b.stream = s.id
                order by b.moment desc limit 1)
            from configuration s
            where s.application = ? and s.kind = 'stream' and s.project <= ?
            order by s.project\
            """)
        .params(n, application.path(), volumes.projects())
        .update();
  }
}
