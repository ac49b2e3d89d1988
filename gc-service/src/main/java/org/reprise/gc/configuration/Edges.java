package org.reprise.gc.configuration;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.reprise.gc.installation.ResourceUris;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** All contributions of a configuration's tree, read in one query whatever its depth. */
@Component
public final class Edges {
  private static final String SELECT =
      """
      with recursive node (id) as (
        select :id::bigint
        union
        select c.global from contribution c join node n on c.configuration = n.id
        where c.global is not null)
      select r.component as root_component, r.revision as root_revision, e.*
      from configuration r
      left join (
        select c.configuration, c.slug, c.position, c.overrides, c.global, c.local,
          coalesce(g.kind, l.kind) as kind, g.component as global_component,
          l.uri as local_uri, l.component as local_component, l.overrides as local_overrides
        from node n
        join contribution c on c.configuration = n.id
        left join configuration g on g.id = c.global
        left join local_configuration l on l.id = c.local
        limit :max) e on true
      where r.id = :id
      order by e.configuration, e.position, e.slug collate "C"\
      """;

  private final JdbcClient jdbc;
  private final ResourceUris uris;

  Edges(JdbcClient jdbc, ResourceUris uris) {
    this.jdbc = jdbc;
    this.uris = uris;
  }

  /**
   * A contribution of a tree.
   *
   * @param from the configuration that it belongs to
   * @param overrides the URI of the configuration whose place it takes, by the contribution or
   *     because a change set is contributed; null for none
   */
  public record Edge(long from, Contribution contribution, @Nullable String overrides) {}

  /**
   * A configuration with all contributions below it.
   *
   * @param revision of the root, of the same moment
   * @param component of the root
   * @param edges each configuration's own in their order, one after the other
   */
  public record Tree(long root, long revision, long component, List<Edge> edges) {
    public Tree {
      edges = List.copyOf(edges);
    }

    /** Returns the edges by the configuration that they belong to, in their order. */
    public Map<Long, List<Edge>> byConfiguration() {
      return edges.stream().collect(Collectors.groupingBy(Edge::from));
    }
  }

  /**
   * Reads a tree; a configuration that it holds twice is read once.
   *
   * @throws org.reprise.oslc.refusal.Refusal 404 if there is no such configuration, 409 if it has
   *     more than {@link Graph#MAX_TREE_SIZE} contributions
   */
  public Tree tree(long id) {
    return jdbc.sql(SELECT)
        // At once: slices would be a round trip each.
        .withFetchSize(Graph.MAX_TREE_SIZE + 1)
        .param("id", id)
        .param("max", Graph.MAX_TREE_SIZE + 1)
        .query(row -> {
          if (!row.next()) {
            throw Graph.missing(id);
          }
          long revision = row.getLong("root_revision");
          long component = row.getLong("root_component");
          List<Edge> edges = new ArrayList<>();
          do {
            long from = row.getLong("configuration");
            if (!row.wasNull()) {
              Contribution contribution = ContributionRows.read(row, uris);
              String overrides = contribution.overrides();
              edges.add(
                  new Edge(
                      from,
                      contribution,
                      overrides == null ? row.getString("local_overrides") : overrides));
            }
          } while (row.next());
          if (edges.size() > Graph.MAX_TREE_SIZE) {
            throw Graph.tooLarge(id);
          }
          return new Tree(id, revision, component, edges);
        });
  }
}
