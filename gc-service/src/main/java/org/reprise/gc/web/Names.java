package org.reprise.gc.web;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.reprise.gc.application.ListedConfigurations;
import org.reprise.gc.configuration.Contribution;
import org.reprise.gc.configuration.Target;
import org.reprise.gc.installation.ResourceUris;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Titles of configurations, of this server and of applications. */
@Component
class Names {
  private static final int MAX_ALTERNATIVES = 50;

  private final JdbcClient jdbc;
  private final ListedConfigurations listed;
  private final ResourceUris uris;

  Names(JdbcClient jdbc, ListedConfigurations listed, ResourceUris uris) {
    this.jdbc = jdbc;
    this.listed = listed;
    this.uris = uris;
  }

  /**
   * A configuration.
   *
   * @param component the title of its component; null of an application's
   */
  record Name(String uri, String title, boolean isBaseline, @Nullable String component) {}

  /** Returns the name of a configuration; nothing where it is unknown. */
  List<Name> of(String uri) {
    long id = uris.configurationId(uri).orElse(0);
    return id == 0
        ? locals("uri = ? order by id limit ?", uri, 1)
        : globals("g.id = ? order by g.id limit ?", id, 1);
  }

  private List<Name> globals(String condition, Object... params) {
    return jdbc.sql(
            """
            select g.id, g.title, g.kind, c.title
            from configuration g join component c on c.id = g.component where
            """
                + condition)
        .params(params)
        .query((row, n) ->
            new Name(
                uris.configuration(row.getLong(1)),
                row.getString(2),
                row.getString(3).equals("BASELINE"),
                row.getString(4)))
        .list();
  }

  private List<Name> locals(String condition, Object... params) {
    return jdbc.sql("select uri, title, kind from local_configuration where " + condition)
        .params(params)
        .query((row, n) ->
            new Name(row.getString(1), row.getString(2), row.getString(3).equals("BASELINE"), null))
        .list();
  }

  /**
   * Configurations that can replace a contribution, the newest first.
   *
   * @param note why there may be others; null for none
   */
  record Alternatives(Collection<Name> names, @Nullable String note) {}

  /**
   * Returns the streams and baselines of a contribution's component. Those of an application are
   * the ones that it lists; where it does not answer in time, those that are known here.
   *
   * @param text a part of the titles of an application's configurations; blank for all
   */
  Alternatives alternatives(Contribution contribution, String text) {
    Target target = contribution.target();
    String component = target.component();
    if (target.isGlobal()) {
      long id = uris.componentId(component).orElseThrow();
      return new Alternatives(
          globals(
              "g.component = ? and not g.archived order by g.id desc limit ?",
              id,
              MAX_ALTERNATIVES),
          null);
    }
    ListedConfigurations.ApplicationListing answer = listed.newest(component, MAX_ALTERNATIVES);
    List<Name> all = new ArrayList<>();
    answer
        .configurations()
        .forEach(one -> all.add(new Name(one.uri(), one.title(), one.isBaseline(), null)));
    all.addAll(locals("component = ? order by id desc limit ?", component, MAX_ALTERNATIVES));
    String part = text.strip().toLowerCase(Locale.ROOT);
    Map<String, Name> distinct = new LinkedHashMap<>();
    all.stream()
        .filter(one -> one.title().toLowerCase(Locale.ROOT).contains(part))
        .forEach(one -> distinct.putIfAbsent(one.uri(), one));
    return new Alternatives(distinct.values(), note(answer));
  }

  private static @Nullable String note(ListedConfigurations.ApplicationListing answer) {
    if (answer.isAnswered()) {
      return null;
    }
    return answer.application() == null
        ? "No application is configured that has this component: these are its streams and"
            + " baselines that are known here."
        : "The application '%s' has not listed all streams and baselines of this component in time: these are known here. Others can be named by their URI."
            .formatted(answer.application());
  }
}
