package org.reprise.trs.fill;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;
import org.reprise.kit.work.OwnConnections;
import org.reprise.oslc.refusal.Refusal;
import org.reprise.oslc.trs.Feeds;
import org.reprise.trs.application.Application;
import org.reprise.trs.application.Installation;
import org.reprise.trs.application.ResourceUris;
import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.stereotype.Component;

/**
 * Fills an application that never had artifacts: by COPY and with a base of all that it filled, in
 * one transaction. Nothing is in the log, as if the artifacts were there before the feed was.
 */
@Component
final class Fill {
  private static final Duration RESPONSE_TIMEOUT = Duration.ofMinutes(10);
  private static final String OPTIONS =
      "-c statement_timeout=0 -c lock_timeout=5s -c idle_in_transaction_session_timeout=60s";
  private static final int BLOCK = 64 * 1024;
  private static final String HAS_BEGUN =
      """
      select exists (select from artifact where application = ?)
        or exists (select from change where application = ?)
        or exists (select from feed where application = ? and last_position > 0)\
      """;

  private final OwnConnections connections;
  private final ResourceUris uris;
  private final Feeds feeds;

  Fill(OwnConnections connections, ResourceUris uris, Feeds feeds) {
    this.connections = connections;
    this.uris = uris;
    this.feeds = feeds;
  }

  /** One row of a table for an artifact. */
  @FunctionalInterface
  private interface Row {
    void append(int artifact, StringBuilder line);
  }

  /**
   * Fills an application.
   *
   * @param scale of the number of artifacts
   * @return what was made
   * @throws Refusal 409 if the application has or had artifacts: who has read its feed would not
   *     hear of what is filled now
   */
  Volumes run(Application application, long seed, double scale) {
    Volumes volumes = Volumes.of(application, scale);
    ArtifactLines lines = new ArtifactLines(application, uris, volumes, scale, seed);
    try (Connection connection =
        connections.open("trs-fill-" + application.path(), RESPONSE_TIMEOUT, OPTIONS)) {
      connection.setAutoCommit(false);
      requireNew(connection, application);
      Installation.addProjects(
          JdbcClient.create(new SingleConnectionDataSource(connection, true)),
          application,
          volumes.projects());
      copyAll(connection, application, volumes, lines);
      feeds.of(application.path()).makeBaseWithin(connection);
      connection.commit();
      connection.setAutoCommit(true);
      execute(connection, "analyze artifact, version, selection, link");
    } catch (SQLException e) {
      throw new UncategorizedSQLException("fill", null, e);
    }
    return volumes;
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  // The lock keeps others from creating artifacts with ids that the fill gives.
  private static void requireNew(Connection connection, Application application)
      throws SQLException {
    execute(connection, "lock table artifact in share row exclusive mode");
    try (PreparedStatement statement = connection.prepareStatement(HAS_BEGUN)) {
      for (int i = 1; i <= 3; i++) {
        statement.setString(i, application.path());
      }
      try (ResultSet row = statement.executeQuery()) {
        if (row.next() && row.getBoolean(1)) {
          throw Refusal.conflict(
              "'%s' has or had artifacts: only a new application is filled."
                  .formatted(application.path()));
        }
      }
    }
  }

  private static void copyAll(
      Connection connection, Application application, Volumes volumes, ArtifactLines lines)
      throws SQLException {
    copy(connection, "artifact (application, id, project, created)", lines, lines::artifact);
    copy(
        connection,
        "version (application, id, artifact, number, title, description, modified)",
        lines,
        lines::version);
    copy(connection, "link (application, version, predicate, target)", lines, lines::link);
    if (application.isVersioned()) {
      long[] streams = streams(connection, application, volumes);
      copy(
          connection,
          "selection (application, configuration, artifact, version, since)",
          lines,
          (i, line) -> lines.selection(i, streams, line));
      for (int n = 1; n <= volumes.baselines(); n++) {
        baselines(connection, application, volumes, n);
      }
    }
    for (String sequence : new String[] {"artifact_id", "version_id"}) {
      execute(
          connection,
          "select setval('%1$s', greatest(%2$d, nextval('%1$s')))"
              .formatted(sequence, volumes.artifacts()));
    }
  }

  private static void copy(Connection connection, String table, ArtifactLines lines, Row row)
      throws SQLException {
    CopyIn copy =
        connection.unwrap(PGConnection.class).getCopyAPI().copyIn("copy " + table + " from stdin");
    try {
      StringBuilder block = new StringBuilder(BLOCK + BLOCK / 2);
      for (int i = 1; i <= lines.count(); i++) {
        row.append(i, block);
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
  private static long[] streams(Connection connection, Application application, Volumes volumes)
      throws SQLException {
    long[] streams = new long[volumes.projects() + 1];
    try (PreparedStatement statement =
        connection.prepareStatement(
            """
            select project, min(id) from configuration
            where application = ? and kind = 'stream' and project <= ? group by project\
            """)) {
      statement.setString(1, application.path());
      statement.setInt(2, volumes.projects());
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          streams[rows.getInt(1)] = rows.getLong(2);
        }
      }
    }
    return streams;
  }

  private static void baselines(
      Connection connection, Application application, Volumes volumes, int n) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            """
            insert into configuration
              (application, id, project, kind, title, stream, moment, previous)
            select s.application, nextval('configuration_id'), s.project, 'baseline',
              'Baseline ' || ? || ' of Project ' || s.project, s.id, nextval('moment'),
              (select b.id from configuration b
                where b.application = s.application and b.stream = s.id
                order by b.moment desc limit 1)
            from configuration s
            where s.application = ? and s.kind = 'stream' and s.project <= ?
            order by s.project\
            """)) {
      statement.setString(1, Integer.toString(n));
      statement.setString(2, application.path());
      statement.setInt(3, volumes.projects());
      statement.executeUpdate();
    }
  }
}
