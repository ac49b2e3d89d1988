package org.reprise.gc.configuration;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.reprise.gc.installation.ResourceUris;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

@Component
final class ContributionRows {
  private final JdbcClient jdbc;
  private final ResourceUris uris;

  ContributionRows(JdbcClient jdbc, ResourceUris uris) {
    this.jdbc = jdbc;
    this.uris = uris;
  }

  /** Returns the contributions of a configuration, in their order. */
  List<Contribution> of(long configuration) {
    return of(List.of(configuration)).getOrDefault(configuration, List.of());
  }

  /** Returns the contributions of configurations that have any, in their order. */
  Map<Long, List<Contribution>> of(Collection<Long> configurations) {
    Map<Long, List<Contribution>> all = new HashMap<>();
    jdbc.sql(
            """
            select c.configuration, c.slug, c.position, c.overrides, c.global, c.local,
              coalesce(g.kind, l.kind) as kind, g.component as global_component,
              l.uri as local_uri, l.component as local_component
            from contribution c
            left join configuration g on g.id = c.global
            left join local_configuration l on l.id = c.local
            where c.configuration = any (?)
            order by c.position, c.slug collate "C"\
            """)
        .param(configurations.toArray(Long[]::new))
        .query(row -> {
          all.computeIfAbsent(row.getLong("configuration"), id -> new ArrayList<>())
              .add(read(row, uris));
        });
    return all;
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

  /** Adds contributions to configurations, all in one statement. */
  void add(Map<Long, List<Contribution>> byConfiguration) {
    List<Long> configurations = new ArrayList<>();
    List<Contribution> all = new ArrayList<>();
    byConfiguration.forEach((configuration, contributions) -> {
      contributions.forEach(one -> configurations.add(configuration));
      all.addAll(contributions);
    });
    if (all.isEmpty()) {
      return;
    }
    jdbc.sql(
            """
            insert into contribution (configuration, slug, position, global, local, overrides)
            select * from unnest (
              ?::bigint[], ?::text[], ?::text[], ?::bigint[], ?::bigint[], ?::text[])\
            """)
        .params(
            configurations.toArray(Long[]::new),
            all.stream().map(Contribution::slug).toArray(String[]::new),
            all.stream().map(Contribution::order).toArray(String[]::new),
            all.stream().map(one -> one.target().global()).toArray(Long[]::new),
            all.stream().map(one -> one.target().local()).toArray(Long[]::new),
            all.stream().map(Contribution::overrides).toArray(String[]::new))
        .update();
  }

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
