package org.reprise.trs.fill;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.reprise.kit.work.OwnConnections;
import org.reprise.oslc.rdf.Vocabulary;
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
 * Fills an application that never had artifacts, and makes a base of all of them, in one
 * transaction. The log is as if the events of the artifacts had been truncated. The same seed gives
 * the same rows. Artifact i belongs to project 1 + (i - 1) mod the number of projects, and its
 * first version has the same id.
 */
@Component
final class Fill {
  private static final Duration RESPONSE_TIMEOUT = Duration.ofMinutes(10);
  private static final String OPTIONS =
      "-c statement_timeout=0 -c lock_timeout=5s -c idle_in_transaction_session_timeout=60s";
  private static final String WORDS =
      "login report engine valve export pressure signal payment search import sensor archive filter"
          + " account brake display schedule alarm index backup module network battery cache"
          + " printer session license monitor upload queue rotor address";

  /** Links of every {@code step}th artifact, beginning with {@code first}. */
  private record Links(
      Application source,
      Vocabulary vocabulary,
      String predicate,
      Application target,
      int first,
      int step) {}

  // Requirements store none.
  private static final List<Links> ALL_LINKS =
      List.of(
          new Links(
              Application.QM, Vocabulary.OSLC_QM, "validatesRequirement", Application.RM, 1, 1),
          new Links(
              Application.CCM, Vocabulary.OSLC_CM, "implementsRequirement", Application.RM, 2, 2),
          new Links(Application.CCM, Vocabulary.OSLC_CM, "testedByTestCase", Application.QM, 1, 2));

  private static final String HAS_ARTIFACTS =
      """
      select exists (select from artifact where application = :application)
        or exists (select from change where application = :application)
        or exists (select from feed where application = :application and last_position > 0)\
      """;

  private static final String ARTIFACTS =
      """
      insert into artifact (application, id, project, created)
      select :application, i, 1 + (i - 1) % :projects, '2015-06-01 08:00:00+00'
      from generate_series(1, :artifacts) i\
      """;

  // Words are drawn by hashes of the artifact and their place.
  private static final String VERSIONS =
      """
      insert into version (application, id, artifact, number, title, description, modified)
      select :application, i, i, 1, title || ' ' || i, description, '2015-06-01 08:00:00+00'
      from generate_series(1, :artifacts) i,
        lateral (
          select string_agg(word, ' ' order by place) filter (where place <= 4) as title,
            string_agg(word, ' ' order by place) filter (where place > 4) as description
          from (
            select place, (string_to_array(:words, ' '))[
              1 + (hashint8extended(i * 20 + place, :seed) & 31)] as word
            from generate_series(1, 20) place) drawn) words\
      """;

  private static final String SELECTIONS =
      """
      insert into selection (application, configuration, artifact, version, since)
      select artifact.application, stream.id, artifact.id, artifact.id, 0
      from artifact join (
        select application, project, min(id) as id from configuration where kind = 'stream'
        group by application, project) stream using (application, project)
      where artifact.application = :application\
      """;

  private static final String BASELINES =
      """
      insert into configuration
        (application, id, project, kind, title, stream, moment, previous)
      select s.application, nextval('configuration_id'), s.project, 'baseline',
        'Baseline ' || :number::text || ' of Project ' || s.project, s.id, nextval('moment'),
        (select b.id from configuration b
          where b.application = s.application and b.stream = s.id
          order by b.moment desc limit 1)
      from configuration s
      where s.application = :application and s.kind = 'stream' and s.project <= :projects
      order by s.project\
      """;

  private static final String SEQUENCES =
      """
      select setval(name, greatest(:artifacts, nextval(name)))
      from unnest(array['artifact_id', 'version_id']::regclass[]) name\
      """;

  private static final String LINKS =
      """
      insert into link (application, version, predicate, target)
      select :application, i, :predicate,
        :targets || (1 + abs(hashint8extended(i, :seed) % :count))
      from generate_series(:first, :artifacts, :step) i\
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
    try (Connection connection =
        connections.open("trs-fill-" + application.path(), RESPONSE_TIMEOUT, OPTIONS)) {
      connection.setAutoCommit(false);
      JdbcClient session = JdbcClient.create(new SingleConnectionDataSource(connection, true));
      requireNew(session, application);
      Installation.addProjects(session, application, volumes.projects());
      Map<String, Object> parameters =
          Map.of(
              "application", application.path(),
              "projects", volumes.projects(),
              "artifacts", volumes.artifacts(),
              "words", WORDS,
              "seed", seed * 31 + application.ordinal());
      session.sql(ARTIFACTS).params(parameters).update();
      session.sql(VERSIONS).params(parameters).update();
      if (application.isVersioned()) {
        session.sql(SELECTIONS).params(parameters).update();
        for (int number = 1; number <= volumes.baselines(); number++) {
          session.sql(BASELINES).params(parameters).param("number", number).update();
        }
      }
      for (Links links : ALL_LINKS) {
        if (links.source() == application) {
          session
              .sql(LINKS)
              .params(parameters)
              .param("predicate", links.vocabulary().namespace() + links.predicate())
              .param("targets", applications.base(links.target()) + "/resource/")
              .param("count", Volumes.of(links.target(), scale).artifacts())
              .param("first", links.first())
              .param("step", links.step())
              .update();
        }
      }
      session.sql(SEQUENCES).params(parameters).query(Long.class).list();
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
    if (session
        .sql(HAS_ARTIFACTS)
        .param("application", application.path())
        .query(Boolean.class)
        .single()) {
      throw Refusal.conflict(
          "'%s' has or had artifacts: only a new application is filled."
              .formatted(application.path()));
    }
  }
}
