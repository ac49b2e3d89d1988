package org.reprise.trs.artifact;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reprise.oslc.refusal.Refusal;
import org.reprise.oslc.trs.Change;
import org.reprise.oslc.trs.Feeds;
import org.reprise.oslc.web.IfMatch;
import org.reprise.trs.application.Application;
import org.reprise.trs.application.Applications;
import org.reprise.trs.configuration.Configurations;
import org.reprise.trs.configuration.LocalConfiguration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Creates, changes and deletes artifacts, each with its changes for the feed in one transaction.
 *
 * <p>The changes are those of the report (Appendix B): a work item has one for each save. A test
 * case or requirement that is saved again has two: the creation of the new version, and the
 * deletion of the old one where no configuration selects it any more.
 */
@Component
public final class Saves {
  private final JdbcClient jdbc;
  private final TransactionTemplate transactions;
  private final Artifacts artifacts;
  private final Configurations configurations;
  private final Feeds feeds;
  private final Applications applications;

  Saves(
      JdbcClient jdbc,
      TransactionTemplate transactions,
      Artifacts artifacts,
      Configurations configurations,
      Feeds feeds,
      Applications applications) {
    this.jdbc = jdbc;
    this.transactions = transactions;
    this.artifacts = artifacts;
    this.configurations = configurations;
    this.feeds = feeds;
    this.applications = applications;
  }

  /**
   * Creates an artifact.
   *
   * @param stream in which it is created; null if the application has no versions
   */
  public Artifact create(
      Application application, int project, @Nullable LocalConfiguration stream, Content content) {
    return transactions.execute(status -> {
      if (stream != null) {
        stream.requireStream();
        configurations.share(application, stream.id());
      }
      // The statement waits for a fill, and draws the id after those that the fill has given.
      long id =
          jdbc.sql(
                  """
                  insert into artifact (application, id, project)
                  values (?, nextval('artifact_id'), ?) returning id\
                  """)
              .params(application.path(), project)
              .query(Long.class)
              .single();
      long version = insertVersion(application, id, content);
      if (stream != null) {
        select(application, stream.id(), id, version, configurations.nextMoment());
      }
      record(application, Change.CREATION, version);
      return stored(application, version);
    });
  }

  /**
   * Changes a work item.
   *
   * @param condition on its state; null if the caller names none
   * @throws Refusal 404 if there is none, 428 without a condition, 412 if it does not hold
   */
  public Artifact save(
      Application application, long id, @Nullable IfMatch condition, Content content) {
    return transactions.execute(status -> {
      lock("version", application, id);
      Artifact before = stored(application, id);
      check(before, condition);
      jdbc.sql(
              """
              update version
              set number = number + 1, title = :title, description = :description,
                subjects = :subjects, modified = now()
              where application = :application and id = :id\
              """)
          .param("application", application.path())
          .param("id", id)
          .param("title", content.title())
          .param("description", content.description())
          .param("subjects", content.subjects().toArray(String[]::new))
          .update();
      deleteLinks(application, id);
      insertLinks(application, id, content.links());
      record(application, Change.MODIFICATION, id);
      return stored(application, id);
    });
  }

  /**
   * Gives an artifact a new version in a stream.
   *
   * @throws Refusal as {@link #save}; 409 if the configuration is a baseline
   */
  public Artifact saveIn(
      Application application,
      long id,
      LocalConfiguration stream,
      @Nullable IfMatch condition,
      Content content) {
    return transactions.execute(status -> {
      Artifact before = lockSelected(application, id, stream);
      check(before, condition);
      long version = insertVersion(application, id, content);
      long moment = configurations.nextMoment();
      endSelection(application, stream.id(), id, moment);
      select(application, stream.id(), id, version, moment);
      record(application, Change.CREATION, version);
      untrackUnlessSelected(application, before.version());
      return stored(application, version);
    });
  }

  /**
   * Deletes a work item.
   *
   * @param condition on its state; null for none
   * @throws Refusal 404 if there is none, 412 if the condition does not hold
   */
  public void delete(Application application, long id, @Nullable IfMatch condition) {
    transactions.executeWithoutResult(status -> {
      lock("version", application, id);
      checkIfAny(stored(application, id), condition);
      deleteLinks(application, id);
      for (String table : List.of("version", "artifact")) {
        jdbc.sql("delete from " + table + " where application = ? and id = ?")
            .params(application.path(), id)
            .update();
      }
      record(application, Change.DELETION, id);
    });
  }

  /** Takes an artifact out of a stream; its versions stay, as does what baselines select. */
  public void deleteIn(
      Application application, long id, LocalConfiguration stream, @Nullable IfMatch condition) {
    transactions.executeWithoutResult(status -> {
      Artifact before = lockSelected(application, id, stream);
      checkIfAny(before, condition);
      endSelection(application, stream.id(), id, configurations.nextMoment());
      untrackUnlessSelected(application, before.version());
    });
  }

  /** Locks a row: of {@code version} for a work item, of {@code artifact} for a concept. */
  private void lock(String table, Application application, long id) {
    boolean exists =
        jdbc.sql("select id from " + table + " where application = ? and id = ? for update")
            .params(application.path(), id)
            .query(Long.class)
            .optional()
            .isPresent();
    if (!exists) {
      throw missing(id);
    }
  }

  private Artifact lockSelected(Application application, long id, LocalConfiguration stream) {
    stream.requireStream();
    configurations.share(application, stream.id());
    // All saves of an artifact follow one another, also those in other streams: a version that two
    // streams leave at once is deleted once.
    lock("artifact", application, id);
    return artifacts.selected(application, id, stream).orElseThrow(() -> missing(id));
  }

  static Refusal missing(long id) {
    return Refusal.notFound("There is no resource " + id + " here.");
  }

  private static void check(Artifact artifact, @Nullable IfMatch condition) {
    IfMatch.required(condition).require(artifact.tag());
  }

  private static void checkIfAny(Artifact artifact, @Nullable IfMatch condition) {
    if (condition != null) {
      condition.require(artifact.tag());
    }
  }

  // The one version of a work item has its id.
  private long insertVersion(Application application, long artifact, Content content) {
    long version =
        jdbc.sql(
                """
                insert into version
                  (application, id, artifact, number, title, description, subjects)
                select :application,
                  case when :isVersioned then nextval('version_id') else :artifact end,
                  :artifact, coalesce(max(number), 0) + 1, :title, :description, :subjects
                from version where application = :application and artifact = :artifact
                returning id\
                """)
            .param("application", application.path())
            .param("isVersioned", application.isVersioned())
            .param("artifact", artifact)
            .param("title", content.title())
            .param("description", content.description())
            .param("subjects", content.subjects().toArray(String[]::new))
            .query(Long.class)
            .single();
    insertLinks(application, version, content.links());
    return version;
  }

  private void insertLinks(Application application, long version, List<Link> links) {
    if (links.isEmpty()) {
      return;
    }
    jdbc.sql(
            """
            insert into link (application, version, predicate, target)
            select ?, ?, * from unnest(?::text[], ?::text[])\
            """)
        .params(
            application.path(),
            version,
            links.stream().map(Link::predicate).toArray(String[]::new),
            links.stream().map(Link::target).toArray(String[]::new))
        .update();
  }

  private void deleteLinks(Application application, long version) {
    jdbc.sql("delete from link where application = ? and version = ?")
        .params(application.path(), version)
        .update();
  }

  private void select(
      Application application, long stream, long artifact, long version, long since) {
    jdbc.sql(
            """
            insert into selection (application, configuration, artifact, version, since)
            values (?, ?, ?, ?, ?)\
            """)
        .params(application.path(), stream, artifact, version, since)
        .update();
  }

  private void endSelection(Application application, long stream, long artifact, long moment) {
    jdbc.sql(
            """
            update selection set until = ?
            where application = ? and configuration = ? and artifact = ? and until is null\
            """)
        .params(moment, application.path(), stream, artifact)
        .update();
  }

  // Streams select it now, or baselines as of their moment.
  private void untrackUnlessSelected(Application application, long version) {
    int dropped =
        jdbc.sql(
                """
                update version set tracked = false
                where application = :application and id = :version and tracked and not exists (
                  select from selection s
                  where s.application = :application and s.version = :version and (
                    s.until is null or exists (
                      select from configuration b
                      where b.application = s.application and b.stream = s.configuration
                        and b.kind = 'baseline'
                        and b.moment >= s.since and b.moment < s.until)))\
                """)
            .param("application", application.path())
            .param("version", version)
            .update();
    if (dropped > 0) {
      record(application, Change.DELETION, version);
    }
  }

  private void record(Application application, Change change, long version) {
    feeds.of(application.path()).record(change, applications.tracked(application, version));
  }

  private Artifact stored(Application application, long version) {
    return artifacts.version(application, version).orElseThrow(() -> missing(version));
  }
}
