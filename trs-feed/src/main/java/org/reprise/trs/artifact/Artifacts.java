package org.reprise.trs.artifact;

import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.reprise.trs.application.Application;
import org.reprise.trs.configuration.Configurations;
import org.reprise.trs.configuration.LocalConfiguration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Reads artifacts, each with one statement. */
@Component
public final class Artifacts {
  /** The columns that {@link #read} needs, of a version {@code v} and its artifact {@code a}. */
  static final String COLUMNS =
      """
      a.id, v.id as version, v.number, a.project, v.title, v.description, v.subjects, a.created,
      v.modified,
      array(select l.predicate || ' ' || l.target from link l
        where l.application = v.application and l.version = v.id
        order by l.predicate, l.target) as links\
      """;

  private final JdbcClient jdbc;

  Artifacts(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** Returns a work item, or a version; empty if there is none. */
  public Optional<Artifact> version(Application application, long id) {
    return jdbc.sql(
            """
            select %s from version v
            join artifact a on a.application = v.application and a.id = v.artifact
            where v.application = ? and v.id = ?\
            """
                .formatted(COLUMNS))
        .params(application.path(), id)
        .query((row, n) -> read(application, row))
        .optional();
  }

  /** Returns the version of a concept that a configuration selects; empty if it selects none. */
  public Optional<Artifact> selected(
      Application application, long concept, LocalConfiguration configuration) {
    return jdbc.sql(
            """
            select %s from selection s
            join version v on v.application = s.application and v.id = s.version
            join artifact a on a.application = v.application and a.id = v.artifact
            where s.application = ? and s.configuration = ? and s.artifact = ? and %s\
            """
                .formatted(COLUMNS, Configurations.isSelected("s", configuration)))
        .params(application.path(), configuration.stream(), concept)
        .query((row, n) -> read(application, row))
        .optional();
  }

  /** The project area of an artifact that exists or existed; empty if there never was one. */
  public Optional<Integer> project(Application application, long id) {
    return jdbc.sql("select project from artifact where application = ? and id = ?")
        .params(application.path(), id)
        .query(Integer.class)
        .optional();
  }

  static Artifact read(Application application, ResultSet row) throws SQLException {
    return new Artifact(
        application,
        row.getLong("id"),
        row.getLong("version"),
        row.getInt("number"),
        row.getInt("project"),
        new Content(
            row.getString("title"),
            row.getString("description"),
            texts(row.getArray("subjects")),
            links(texts(row.getArray("links")))),
        row.getObject("created", OffsetDateTime.class).toInstant(),
        row.getObject("modified", OffsetDateTime.class).toInstant());
  }

  private static List<String> texts(Array array) throws SQLException {
    return List.of((String[]) array.getArray());
  }

  // A URI holds no space.
  private static List<Link> links(List<String> texts) {
    List<Link> links = new ArrayList<>(texts.size());
    for (String text : texts) {
      int space = text.indexOf(' ');
      links.add(new Link(text.substring(0, space), text.substring(space + 1)));
    }
    return links;
  }
}
