package org.reprise.ldx.index;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.ldx.index.Artifact.Link;
import org.reprise.ldx.rdf.UriKey;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Writes artifacts with their links, a batch in a few statements. Rows are written in the order of
 * their keys, so that two transactions never wait for each other in a circle.
 */
@Component
public final class LinkIndex {
  private final Predicates predicates;

  public LinkIndex(Predicates predicates) {
    this.predicates = predicates;
  }

  /** Columns of links, in the order of their rows. */
  private record LinkRows(List<UUID> artifacts, List<UUID> targets, List<Integer> predicates) {
    LinkRows() {
      this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    }
  }

  /**
   * Stores artifacts as they are now: links that they no longer have are deleted. Part of the
   * caller's transaction.
   *
   * @param generation of the base or log that they were listed in
   * @return how many links there are
   */
  public int store(JdbcClient jdbc, int source, int generation, Collection<Artifact> artifacts) {
    if (artifacts.isEmpty()) {
      return 0;
    }
    Map<UUID, Artifact> byKey = new TreeMap<>();
    Map<UUID, String> uris = new TreeMap<>();
    for (Artifact artifact : artifacts) {
      byKey.put(key(uris, artifact.uri()), artifact);
      key(uris, artifact.concept());
      if (artifact.component() != null) {
        key(uris, artifact.component());
      }
      artifact.links().forEach(link -> key(uris, link.target()));
    }
    insertUris(jdbc, uris);
    insertArtifacts(jdbc, source, generation, byKey);
    LinkRows links = links(byKey);
    UUID[] keys = byKey.keySet().toArray(UUID[]::new);
    replaceLinks(jdbc, source, keys, links);
    removeReplaced(jdbc, keys);
    return links.artifacts().size();
  }

  // Until its replacement is indexed, a replaced version counts as selected. A row that another
  // transaction has locked is deleted by that one, or by the next batch. Mostly there is none, as
  // the partial index says at once.
  private static void removeReplaced(JdbcClient jdbc, UUID[] versions) {
    jdbc.sql(
            """
            delete from selection d using (
              select s.configuration, s.version from artifact new
              join artifact old on old.concept = new.concept
              join selection s on s.version = old.uri and s.replaced is not null
              where (select version from selection where replaced is not null
                  order by version limit 1) is not null
                and new.uri = any (?) and exists (
                select from selection c where c.configuration = s.configuration
                  and c.version = new.uri and c.replaced is null)
              for update of s skip locked) r
            where d.configuration = r.configuration and d.version = r.version
            """)
        .param(versions)
        .update();
  }

  private static UUID key(Map<UUID, String> uris, String uri) {
    UUID key = UriKey.of(uri);
    uris.put(key, uri);
    return key;
  }

  private LinkRows links(Map<UUID, Artifact> byKey) {
    LinkRows rows = new LinkRows();
    byKey.forEach((key, artifact) -> {
      for (Link link : artifact.links()) {
        Integer predicate = predicates.number(link.predicate());
        if (predicate != null) {
          rows.artifacts().add(key);
          rows.targets().add(UriKey.of(link.target()));
          rows.predicates().add(predicate);
        }
      }
    });
    return rows;
  }

  private static void insertUris(JdbcClient jdbc, Map<UUID, String> uris) {
    jdbc.sql("insert into uri (id, value) select * from unnest(?, ?) on conflict do nothing")
        .param(uris.keySet().toArray(UUID[]::new))
        .param(uris.values().toArray(String[]::new))
        .update();
  }

  private static void insertArtifacts(
      JdbcClient jdbc, int source, int generation, Map<UUID, Artifact> byKey) {
    List<UUID> concepts = new ArrayList<>();
    List<@Nullable UUID> components = new ArrayList<>();
    List<@Nullable String> titles = new ArrayList<>();
    for (Artifact artifact : byKey.values()) {
      concepts.add(UriKey.of(artifact.concept()));
      components.add(artifact.component() == null ? null : UriKey.of(artifact.component()));
      titles.add(artifact.title());
    }
    jdbc.sql(
            """
            insert into artifact (uri, data_source, generation, concept, component, title)
            select uri, ?, ?, concept, component, title
            from unnest(?, ?, ?, ?) given (uri, concept, component, title)
            on conflict (uri, data_source) do update
            set generation = excluded.generation, concept = excluded.concept,
                component = excluded.component, title = excluded.title
            where (artifact.generation, artifact.concept, artifact.component, artifact.title)
                is distinct from
                (excluded.generation, excluded.concept, excluded.component, excluded.title)
            """)
        .param(source)
        .param(generation)
        .param(byKey.keySet().toArray(UUID[]::new))
        .param(concepts.toArray(UUID[]::new))
        .param(components.toArray(UUID[]::new))
        .param(titles.toArray(String[]::new))
        .update();
  }

  private static void replaceLinks(JdbcClient jdbc, int source, UUID[] artifacts, LinkRows links) {
    jdbc.sql(
            """
            with given (artifact, target, predicate) as (select * from unnest(?, ?, ?)),
            removed as (
              delete from link l using unnest(?) changed (artifact)
              where l.artifact = changed.artifact and l.data_source = ?
                and (l.artifact, l.target, l.predicate) not in (select * from given))
            insert into link (artifact, target, predicate, data_source)
            select *, ? from given on conflict do nothing
            """)
        .param(links.artifacts().toArray(UUID[]::new))
        .param(links.targets().toArray(UUID[]::new))
        .param(links.predicates().toArray(Integer[]::new))
        .param(artifacts)
        .param(source)
        .param(source)
        .update();
  }

  /** Keeps indexed artifacts as they are in a generation. Part of the caller's transaction. */
  public void keep(JdbcClient jdbc, int source, int generation, Collection<String> artifacts) {
    if (!artifacts.isEmpty()) {
      jdbc.sql(
              """
              update artifact set generation = ?
              where uri = any (?) and data_source = ? and generation < ?
              """)
          .params(generation, keys(artifacts), source, generation)
          .update();
    }
  }

  private static UUID[] keys(Collection<String> uris) {
    return uris.stream().map(UriKey::of).sorted().toArray(UUID[]::new);
  }

  /** Removes artifacts with their links. Part of the caller's transaction. */
  public void remove(JdbcClient jdbc, int source, Collection<String> artifacts) {
    if (!artifacts.isEmpty()) {
      removeKeys(jdbc, source, keys(artifacts));
    }
  }

  private static void removeKeys(JdbcClient jdbc, int source, UUID[] keys) {
    for (String table : List.of("link where artifact", "artifact where uri")) {
      jdbc.sql("delete from " + table + " = any (?) and data_source = ?")
          .params(keys, source)
          .update();
    }
  }

  /**
   * Removes some of the artifacts that were not listed since a generation began. Part of the
   * caller's transaction.
   *
   * @param after keys up to this one are passed over; null to begin
   * @return the last key that was removed; null where there are no more
   */
  public @Nullable UUID removeOlder(
      JdbcClient jdbc, int source, int generation, @Nullable UUID after, int max) {
    List<UUID> keys =
        jdbc.sql(
                """
                select uri from artifact
                where data_source = ? and generation < ? and (?::uuid is null or uri > ?)
                order by uri limit ?
                """)
            .param(source)
            .param(generation)
            .param(after)
            .param(after)
            .param(max)
            .query((row, at) -> row.getObject(1, UUID.class))
            .list();
    if (keys.isEmpty()) {
      return null;
    }
    removeKeys(jdbc, source, keys.toArray(UUID[]::new));
    return keys.getLast();
  }
}
