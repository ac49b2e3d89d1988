package org.reprise.ldx.index;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.ldx.index.Artifact.Link;
import org.reprise.ldx.rdf.UriKey;

/**
 * Writes artifacts with their links, a batch in a few statements. Rows are written in the order of
 * their keys, so that two transactions never wait for each other in a circle.
 */
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
   * Stores artifacts as they are now: links that one had and has no more go. Part of the caller's
   * transaction.
   *
   * @param generation of the base or log that they were listed in
   * @return how many links there are
   */
  public int store(
      Connection connection, int source, int generation, Collection<Artifact> artifacts)
      throws SQLException {
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
    insertUris(connection, uris);
    insertArtifacts(connection, source, generation, byKey);
    LinkRows links = links(byKey);
    UUID[] keys = byKey.keySet().toArray(UUID[]::new);
    deleteOldLinks(connection, source, keys, links);
    insertLinks(connection, source, links);
    return links.artifacts().size();
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

  private static void insertUris(Connection connection, Map<UUID, String> uris)
      throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "insert into uri (id, value) select * from unnest(?, ?) on conflict do nothing")) {
      insert.setArray(1, uuids(connection, uris.keySet()));
      insert.setArray(2, connection.createArrayOf("text", uris.values().toArray()));
      insert.executeUpdate();
    }
  }

  private static void insertArtifacts(
      Connection connection, int source, int generation, Map<UUID, Artifact> byKey)
      throws SQLException {
    List<UUID> concepts = new ArrayList<>();
    List<@Nullable UUID> components = new ArrayList<>();
    List<@Nullable String> titles = new ArrayList<>();
    for (Artifact artifact : byKey.values()) {
      concepts.add(UriKey.of(artifact.concept()));
      components.add(artifact.component() == null ? null : UriKey.of(artifact.component()));
      titles.add(artifact.title());
    }
    try (PreparedStatement insert =
        connection.prepareStatement(
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
            """)) {
      insert.setInt(1, source);
      insert.setInt(2, generation);
      insert.setArray(3, uuids(connection, byKey.keySet()));
      insert.setArray(4, uuids(connection, concepts));
      insert.setArray(5, uuids(connection, components));
      insert.setArray(6, connection.createArrayOf("text", titles.toArray()));
      insert.executeUpdate();
    }
  }

  private static void deleteOldLinks(
      Connection connection, int source, UUID[] artifacts, LinkRows links) throws SQLException {
    try (PreparedStatement delete =
        connection.prepareStatement(
            """
            delete from link l using unnest(?) changed (artifact)
            where l.artifact = changed.artifact and l.data_source = ?
              and (l.artifact, l.target, l.predicate) not in (select * from unnest(?, ?, ?))
            """)) {
      delete.setArray(1, connection.createArrayOf("uuid", artifacts));
      delete.setInt(2, source);
      setLinks(connection, delete, 3, links);
      delete.executeUpdate();
    }
  }

  private static void insertLinks(Connection connection, int source, LinkRows links)
      throws SQLException {
    if (links.artifacts().isEmpty()) {
      return;
    }
    try (PreparedStatement insert =
        connection.prepareStatement(
            """
            insert into link (data_source, artifact, target, predicate)
            select ?, * from unnest(?, ?, ?) on conflict do nothing
            """)) {
      insert.setInt(1, source);
      setLinks(connection, insert, 2, links);
      insert.executeUpdate();
    }
  }

  private static void setLinks(
      Connection connection, PreparedStatement statement, int first, LinkRows links)
      throws SQLException {
    statement.setArray(first, uuids(connection, links.artifacts()));
    statement.setArray(first + 1, uuids(connection, links.targets()));
    statement.setArray(
        first + 2, connection.createArrayOf("integer", links.predicates().toArray()));
  }

  private static Array uuids(Connection connection, Collection<? extends @Nullable UUID> keys)
      throws SQLException {
    return connection.createArrayOf("uuid", keys.toArray());
  }

  /**
   * Keeps artifacts as they are in a generation, where they are indexed. Part of the caller's
   * transaction.
   */
  public void keep(Connection connection, int source, int generation, Collection<String> artifacts)
      throws SQLException {
    if (artifacts.isEmpty()) {
      return;
    }
    try (PreparedStatement update =
        connection.prepareStatement(
            """
            update artifact set generation = ?
            where uri = any (?) and data_source = ? and generation < ?
            """)) {
      update.setInt(1, generation);
      update.setArray(2, uuids(connection, artifacts.stream().map(UriKey::of).sorted().toList()));
      update.setInt(3, source);
      update.setInt(4, generation);
      update.executeUpdate();
    }
  }

  /** Removes artifacts with their links. Part of the caller's transaction. */
  public void remove(Connection connection, int source, Collection<String> artifacts)
      throws SQLException {
    if (!artifacts.isEmpty()) {
      removeKeys(connection, source, artifacts.stream().map(UriKey::of).sorted().toList());
    }
  }

  private static void removeKeys(Connection connection, int source, List<UUID> keys)
      throws SQLException {
    for (String table : List.of("link where artifact", "artifact where uri")) {
      try (PreparedStatement delete =
          connection.prepareStatement("delete from " + table + " = any (?) and data_source = ?")) {
        delete.setArray(1, uuids(connection, keys));
        delete.setInt(2, source);
        delete.executeUpdate();
      }
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
      Connection connection, int source, int generation, @Nullable UUID after, int most)
      throws SQLException {
    List<UUID> keys = new ArrayList<>();
    try (PreparedStatement select =
        connection.prepareStatement(
            """
            select uri from artifact
            where data_source = ? and generation < ? and (?::uuid is null or uri > ?)
            order by uri limit ?
            """)) {
      select.setInt(1, source);
      select.setInt(2, generation);
      select.setObject(3, after, Types.OTHER);
      select.setObject(4, after, Types.OTHER);
      select.setInt(5, most);
      try (var rows = select.executeQuery()) {
        while (rows.next()) {
          keys.add(rows.getObject(1, UUID.class));
        }
      }
    }
    if (keys.isEmpty()) {
      return null;
    }
    removeKeys(connection, source, keys);
    return keys.getLast();
  }
}
