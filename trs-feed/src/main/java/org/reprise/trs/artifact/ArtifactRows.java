package org.reprise.trs.artifact;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reprise.trs.application.Application;
import org.reprise.trs.configuration.Configurations;
import org.reprise.trs.configuration.LocalConfiguration;
import org.springframework.jdbc.core.ResultSetExtractor;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Artifacts of a project area, by conditions on {@code v}, a version, and {@code a}, its artifact.
 */
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
   * Finds one page.
   *
   * @param configuration that selects the versions; null where the application has none
   * @param conditions SQL of fixed parts, each after an {@code and}, with a question mark for each
   *     of the parameters
   * @param order SQL of fixed parts
   */
  public ResultPage find(
      Application application,
      int project,
      @Nullable LocalConfiguration configuration,
      String conditions,
      List<Object> parameters,
      String order,
      long offset,
      int max) {
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
    all.addAll(parameters);
    ResultSetExtractor<List<Artifact>> reader = rows -> read(application, rows);
    return Objects.requireNonNull(
        reading.execute(status -> {
          long total =
              jdbc.sql("select count(*) " + from + conditions)
                  .params(all)
                  .query(Long.class)
                  .single();
          all.add(max);
          all.add(offset);
          List<Artifact> page =
              jdbc.sql(
                      "select %s %s%s order by %s limit ? offset ?"
                          .formatted(Artifacts.COLUMNS, from, conditions, order))
                  .params(all)
                  .withFetchSize(FETCH_SIZE)
                  .query(reader);
          return new ResultPage(page, total);
        }));
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
