package org.reprise.trs.artifact;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reprise.trs.application.Application;
import org.reprise.trs.configuration.Configurations;
import org.reprise.trs.configuration.LocalConfiguration;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Artifacts of a project area, by conditions on {@code v}, a version, and {@code a}, its artifact.
 */
public final class ArtifactRows {
  private final JdbcClient jdbc;

  ArtifactRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * A page of what was found.
   *
   * @param total how many there are on all pages
   */
  public record Found(List<Artifact> page, long total) {
    /** Copies. */
    public Found {
      page = List.copyOf(page);
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
  public Found find(
      Application application,
      int project,
      @Nullable LocalConfiguration configuration,
      String conditions,
      List<Object> parameters,
      String order,
      long offset,
      int most) {
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
    long total =
        jdbc.sql("select count(*) " + from + conditions).params(all).query(Long.class).single();
    all.add(most);
    all.add(offset);
    List<Artifact> page =
        jdbc.sql(
                "select %s %s%s order by %s limit ? offset ?"
                    .formatted(Artifacts.COLUMNS, from, conditions, order))
            .params(all)
            .query((row, n) -> Artifacts.read(application, row))
            .list();
    return new Found(page, total);
  }
}
