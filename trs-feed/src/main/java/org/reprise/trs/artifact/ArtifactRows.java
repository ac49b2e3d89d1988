package org.reprise.trs.artifact;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.reprise.oslc.query.OslcQuery;
import org.reprise.oslc.query.SqlConditions;
import org.reprise.oslc.rdf.Vocabulary;
import org.reprise.oslc.refusal.Refusal;
import org.reprise.trs.application.Application;
import org.reprise.trs.configuration.Configurations;
import org.reprise.trs.configuration.LocalConfiguration;
import org.springframework.jdbc.core.ResultSetExtractor;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** Artifacts of a project area, by conditions on a version {@code v} and its artifact {@code a}. */
@Component
public final class ArtifactRows {
  private static final long MAX_CHARACTERS = 4_000_000;
  private static final int FETCH_SIZE = 50;

  private final JdbcClient jdbc;
  private final TransactionTemplate reading;

  ArtifactRows(JdbcClient jdbc, PlatformTransactionManager transactions) {
    this.jdbc = jdbc;
    this.reading = new TransactionTemplate(transactions);
    this.reading.setReadOnly(true);
    this.reading.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
  }

  /**
   * A page of artifacts.
   *
   * @param artifacts fewer than the page may have where the artifacts are very long
   * @param total how many there are on all pages
   */
  public record ResultPage(List<Artifact> artifacts, long total) {
    public ResultPage {
      artifacts = List.copyOf(artifacts);
    }
  }

  /**
   * Finds one page of a query's results.
   *
   * @param configuration that selects the versions; null if the application has none
   * @throws Refusal 400 for an unknown property, or a value that the property never has
   */
  public ResultPage find(
      Application application,
      int project,
      @Nullable LocalConfiguration configuration,
      OslcQuery query) {
    SqlConditions sql = new SqlConditions(properties(Shape.of(application)));
    String conditions = sql.of(query, "v.title", "v.description");
    String order = sql.order(query, "a.id");
    String from =
        configuration == null
            ? """
            from artifact a
            join version v on v.application = a.application and v.id = a.id
            where a.application = ? and a.project = ?\
            """
            : """
            from artifact a
            join selection s on s.application = a.application and s.artifact = a.id and %s
            join version v on v.application = s.application and v.id = s.version
            where a.application = ? and a.project = ? and s.configuration = ?\
            """
                .formatted(Configurations.isSelected("s", configuration));
    List<Object> all = new ArrayList<>(List.of(application.path(), project));
    if (configuration != null) {
      all.add(configuration.stream());
    }
    all.addAll(sql.parameters());
    ResultSetExtractor<List<Artifact>> reader = rows -> read(application, rows);
    return reading.execute(status -> {
      long total =
          jdbc.sql("select count(*) " + from + conditions).params(all).query(Long.class).single();
      all.add(query.pageSize());
      all.add(query.start());
      List<Artifact> page =
          jdbc.sql(
                  "select %s %s%s order by %s limit ? offset ?"
                      .formatted(Artifacts.COLUMNS, from, conditions, order))
              .params(all)
              .withFetchSize(FETCH_SIZE)
              .query(reader);
      return new ResultPage(page, total);
    });
  }

  private static Map<String, SqlConditions.Property> properties(Shape shape) {
    Map<String, SqlConditions.Property> all = new HashMap<>();
    all.put(Vocabulary.TITLE.getURI(), new SqlConditions.Text("v.title"));
    all.put(ArtifactDocuments.DESCRIPTION.getURI(), new SqlConditions.Text("v.description"));
    all.put(ArtifactDocuments.IDENTIFIER.getURI(), new SqlConditions.Identifier("a.id"));
    all.put(ArtifactDocuments.SUBJECT.getURI(), new SqlConditions.Tags("v.subjects"));
    all.put(ArtifactDocuments.CREATED.getURI(), new SqlConditions.Time("a.created"));
    all.put(ArtifactDocuments.MODIFIED.getURI(), new SqlConditions.Time("v.modified"));
    all.put(
        Vocabulary.TYPE.getURI(),
        new SqlConditions.Uris("'%s' = any (?::text[])".formatted(shape.type().getURI())));
    for (String link : shape.links()) {
      String condition =
          """
          exists (
            select from link l
            where l.application = v.application and l.version = v.id
              and l.predicate = '%s' and l.target = any (?::text[]))\
          """
              .formatted(link);
      all.put(link, new SqlConditions.Uris(condition));
    }
    return all;
  }

  // Artifacts may be as long as a request: a page of many must not take all memory.
  private static List<Artifact> read(Application application, ResultSet rows) throws SQLException {
    List<Artifact> page = new ArrayList<>();
    long characters = 0;
    while (characters < MAX_CHARACTERS && rows.next()) {
      Artifact artifact = Artifacts.read(application, rows);
      page.add(artifact);
      characters += artifact.content().length();
    }
    return page;
  }
}
