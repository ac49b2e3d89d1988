package org.reprise.gc.configuration;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reprise.gc.installation.ResourceUris;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The rows of contributions. */
final class ContributionRows {
  private final JdbcClient jdbc;
  private final ResourceUris uris;

  ContributionRows(JdbcClient jdbc, ResourceUris uris) {
    this.jdbc = jdbc;
    this.uris = uris;
  }

  /** All of a configuration, in their order. */
  List<Contribution> of(long configuration) {
    return jdbc.sql(
            """
            select c.slug, c.position, c.overrides, c.global, c.local,
              coalesce(g.kind, l.kind) as kind, g.component as global_component,
              l.uri as local_uri, l.component as local_component
            from contribution c
            left join configuration g on g.id = c.global
            left join local_configuration l on l.id = c.local
            where c.configuration = ?
            order by c.position, c.slug collate "C"\
            """)
        .param(configuration)
        .query((row, n) -> read(row, uris))
        .list();
  }

  /** Reads a row with the columns of {@link #of}. */
  static Contribution read(ResultSet row, ResourceUris uris) throws SQLException {
    return new Contribution(
        row.getString("slug"),
        row.getString("position"),
        target(row, uris),
        row.getString("overrides"));
  }

  private static Target target(ResultSet row, ResourceUris uris) throws SQLException {
    boolean isBaseline = "BASELINE".equals(row.getString("kind"));
    Long global = row.getObject("global", Long.class);
    return global == null
        ? new Target(
            row.getString("local_uri"),
            row.getString("local_component"),
            isBaseline,
            null,
            row.getLong("local"))
        : new Target(
            uris.configuration(global),
            uris.component(row.getLong("global_component")),
            isBaseline,
            global,
            null);
  }

  void remove(long configuration, Collection<String> slugs) {
    if (!slugs.isEmpty()) {
      jdbc.sql("delete from contribution where configuration = ? and slug = any (?)")
          .params(configuration, slugs.toArray(String[]::new))
          .update();
    }
  }

  void add(long configuration, List<Contribution> contributions) {
    if (contributions.isEmpty()) {
      return;
    }
    jdbc.sql(
            """
            insert into contribution (configuration, slug, position, global, local, overrides)
            select ?, * from unnest (?::text[], ?::text[], ?::bigint[], ?::bigint[], ?::text[])\
            """)
        .params(
            configuration,
            contributions.stream().map(Contribution::slug).toArray(String[]::new),
            contributions.stream().map(Contribution::order).toArray(String[]::new),
            ids(contributions, true),
            ids(contributions, false),
            contributions.stream().map(Contribution::overrides).toArray(String[]::new))
        .update();
  }

  private static @Nullable Long[] ids(List<Contribution> contributions, boolean global) {
    return contributions.stream()
        .map(one -> global ? one.target().global() : one.target().local())
        .toArray(Long[]::new);
  }

  /** Gives a new configuration what another one has. */
  void copy(long from, long to) {
    jdbc.sql(
            """
            insert into contribution (configuration, slug, position, global, local, overrides)
            select ?, slug, position, global, local, overrides from contribution
            where configuration = ?\
            """)
        .params(to, from)
        .update();
  }
}
