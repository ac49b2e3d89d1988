package org.reprise.trs.application;

import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Registers applications and their first project areas in the database. */
@Component
public final class Installation {
  private final JdbcClient jdbc;
  private final Applications applications;

  /**
   * Registers each application that runs here, with its first project areas.
   *
   * @throws IllegalStateException where the URIs of resources that exist begin otherwise
   */
  Installation(
      JdbcClient jdbc,
      TransactionTemplate transactions,
      Applications applications,
      TrsSettings settings) {
    this.jdbc = jdbc;
    this.applications = applications;
    transactions.executeWithoutResult(status -> prepare(settings.projects()));
  }

  private void prepare(int projects) {
    for (Application application : applications.withResources()) {
      String base = applications.base(application);
      boolean isNew =
          jdbc.sql("insert into application (name, base_uri) values (?, ?) on conflict do nothing")
                  .params(application.path(), base)
                  .update()
              > 0;
      if (isNew) {
        addProjects(jdbc, application, projects);
      } else {
        requireBase(application, base);
      }
    }
  }

  private void requireBase(Application application, String base) {
    Optional<String> stored =
        jdbc.sql("select base_uri from application where name = ?")
            .param(application.path())
            .query(String.class)
            .optional();
    if (!stored.equals(Optional.of(base))) {
      throw new IllegalStateException(
          "reprise.trs.base-uri: the resources of '%s' in this database begin with %s, not with %s"
              .formatted(application.path(), stored.orElse("?"), base));
    }
  }

  /**
   * Adds the missing project areas up to a number; in a versioned application each one is a
   * component with a stream.
   *
   * @param session whose transaction is used
   */
  public static void addProjects(JdbcClient session, Application application, int upTo) {
    session
        .sql(
            """
            insert into project (application, number, title)
            select :application, n, 'Project ' || n from generate_series(1, :upTo) n
            on conflict do nothing\
            """)
        .param("application", application.path())
        .param("upTo", upTo)
        .update();
    if (application.isVersioned()) {
      session
          .sql(
              """
              insert into configuration (application, id, project, kind, title)
              select p.application, nextval('configuration_id'), p.number, 'stream',
                'Stream of ' || p.title
              from project p
              where p.application = :application and not exists (
                select from configuration c
                where c.application = p.application and c.project = p.number)
              order by p.number\
              """)
          .param("application", application.path())
          .update();
    }
  }
}
