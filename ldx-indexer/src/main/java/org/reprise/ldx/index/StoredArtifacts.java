package org.reprise.ldx.index;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
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
   * Reads a page of the artifacts of a data source, in the order of their keys.
   *
   * @param after keys up to this one are passed over; null to begin
   */
  public SequencedMap<UUID, Artifact> page(int source, @Nullable UUID after, int max) {
    SequencedMap<UUID, Artifact> artifacts = new LinkedHashMap<>();
    jdbc.sql(
            """
            select a.uri, u.value, c.value as concept, p.value as component, a.title,
              array(
                select array[y.uri, t.value] from link l
                join uri t on t.id = l.target join link_type y on y.id = l.predicate
                where l.artifact = a.uri and l.data_source = a.data_source) as links
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
        .query((row, at) -> artifacts.put(row.getObject(1, UUID.class), artifact(row)))
        .list();
    return artifacts;
  }

  private static Artifact artifact(ResultSet row) throws SQLException {
    Set<Link> links = new HashSet<>();
    for (Object pair : (Object[]) row.getArray("links").getArray()) {
      String[] link = (String[]) pair;
      links.add(new Link(link[0], link[1]));
    }
    return new Artifact(
        row.getString("value"),
        row.getString("concept"),
        row.getString("component"),
        row.getString("title"),
        links);
  }
}
