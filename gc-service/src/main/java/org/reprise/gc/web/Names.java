package org.reprise.gc.web;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reprise.gc.configuration.Contribution;
import org.reprise.gc.installation.ResourceUris;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** What people call configurations, of this server and of applications. */
@Component
class Names {
  private final JdbcClient jdbc;
  private final ResourceUris uris;

  Names(JdbcClient jdbc, ResourceUris uris) {
    this.jdbc = jdbc;
    this.uris = uris;
  }

  /**
   * A configuration.
   *
   * @param component the title of its component, empty where that goes without saying; null of an
   *     application's
   */
  record Name(String uri, String title, boolean isBaseline, @Nullable String component) {
    Name {
      Objects.requireNonNull(uri);
      Objects.requireNonNull(title);
    }

    String kind() {
      return isBaseline ? "Baseline" : "Stream";
    }
  }

  /** Names by URI; those that are not known are absent. */
  Map<String, Name> of(Collection<String> all) {
    Map<String, Name> names = new HashMap<>();
    Long[] globals =
        all.stream()
            .map(uris::configurationId)
            .filter(id -> id.isPresent())
            .map(id -> id.getAsLong())
            .toArray(Long[]::new);
    if (globals.length > 0) {
      jdbc.sql(
              """
              select g.id, g.title, g.kind, c.title
              from configuration g join component c on c.id = g.component where g.id = any (?)\
              """)
          .param(globals)
          .query(row -> {
            String uri = uris.configuration(row.getLong(1));
            names.put(
                uri,
                new Name(
                    uri, row.getString(2), row.getString(3).equals("BASELINE"), row.getString(4)));
          });
    }
    jdbc.sql("select uri, title, kind from local_configuration where uri = any (?)")
        .param(all.toArray(String[]::new))
        .query(row -> {
          String uri = row.getString(1);
          names.put(
              uri, new Name(uri, row.getString(2), row.getString(3).equals("BASELINE"), null));
        });
    return names;
  }

  /**
   * Configurations that could take a contribution's place: the newest ones of its component, as far
   * as they are known here.
   */
  List<Name> alternatives(Contribution contribution, int most) {
    String component = contribution.target().component();
    String sql =
        contribution.target().isGlobal()
            ? """
            select id::text, title, kind from configuration
            where component = :component::bigint and not archived order by id desc limit :most\
            """
            : """
            select uri, title, kind from local_configuration
            where component = :component order by id desc limit :most\
            """;
    String key =
        contribution.target().isGlobal()
            ? Long.toString(uris.componentId(component).orElseThrow())
            : component;
    return jdbc.sql(sql)
        .param("component", key)
        .param("most", most)
        .query((row, n) ->
            new Name(
                contribution.target().isGlobal()
                    ? uris.configuration(row.getLong(1))
                    : row.getString(1),
                row.getString(2),
                row.getString(3).equals("BASELINE"),
                contribution.target().isGlobal() ? "" : null))
        .list();
  }
}
