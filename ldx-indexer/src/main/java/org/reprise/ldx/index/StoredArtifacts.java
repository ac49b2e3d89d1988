package org.reprise.ldx.index;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.ldx.index.Artifact.Link;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Reads artifacts as they are stored, to compare them with what their servers say. */
@Component
public final class StoredArtifacts {
  private final JdbcClient jdbc;

  public StoredArtifacts(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * Some artifacts of a data source.
   *
   * @param byKey in the order of their keys
   */
  public record Page(Map<UUID, Artifact> byKey) {
    /** Returns the last key; null where there are none. */
    public @Nullable UUID last() {
      UUID last = null;
      for (UUID key : byKey.keySet()) {
        last = key;
      }
      return last;
    }
  }

  /**
   * Reads a page.
   *
   * @param after keys up to this one are passed over; null to begin
   */
  public Page page(int source, @Nullable UUID after, int max) {
    Map<UUID, Artifact> bare = new LinkedHashMap<>();
    jdbc.sql(
            """
            select a.uri, u.value, c.value as concept, p.value as component, a.title
            from artifact a
            join uri u on u.id = a.uri
            join uri c on c.id = a.concept
            left join uri p on p.id = a.component
            where a.data_source = ? and (?::uuid is null or a.uri > ?)
            order by a.uri limit ?
            """)
        .param(source)
        .param(after)
        .param(after)
        .param(max)
        .query((row, at) -> bare.put(row.getObject(1, UUID.class), bare(row)))
        .list();
    Map<UUID, Set<Link>> links = links(source, List.copyOf(bare.keySet()));
    bare.replaceAll((key, artifact) ->
        new Artifact(
            artifact.uri(),
            artifact.concept(),
            artifact.component(),
            artifact.title(),
            links.getOrDefault(key, Set.of())));
    return new Page(bare);
  }

  private static Artifact bare(ResultSet row) throws SQLException {
    return new Artifact(
        row.getString("value"),
        row.getString("concept"),
        row.getString("component"),
        row.getString("title"),
        Set.of());
  }

  private Map<UUID, Set<Link>> links(int source, List<UUID> artifacts) {
    Map<UUID, Set<Link>> links = new LinkedHashMap<>();
    jdbc.sql(
            """
            select l.artifact, y.uri, t.value from link l
            join uri t on t.id = l.target join link_type y on y.id = l.predicate
            where l.data_source = ? and l.artifact = any (?)
            """)
        .params(source, artifacts.toArray(UUID[]::new))
        .query((row, at) ->
            links
                .computeIfAbsent(row.getObject(1, UUID.class), key -> new HashSet<>())
                .add(new Link(row.getString(2), row.getString(3))))
        .list();
    return links;
  }
}
